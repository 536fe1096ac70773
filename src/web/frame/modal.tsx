import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';

/** What a dialog needs. */
export interface ModalProps {
  /** Its name, read out when it opens. */
  readonly label: string;
  readonly class?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page: keeps the focus inside, closes with Escape or a click beside it, gives the focus back. */
export function Modal({ label, class: look = '', onClose, children }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closing gives the focus back to where it was.
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`modal ${look}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="modal-body">
        <button type="button" class="icon-button modal-close" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  );
}
