import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../icons/icon-button.tsx';
import { usePage } from '../page.ts';

/** What a dialog needs. */
export interface ModalProps {
  /** Its name, read out when it opens. */
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A dialog over the page: keeps the focus inside, closes with Escape or a click beside it, gives the focus back. */
export function Modal({ label, class: look, children }: ModalProps) {
  const { overlay } = usePage().view;
  const close = (): void => {
    overlay.value = 'none';
  };
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
        close();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="modal-body">
        <IconButton icon="close" label="Close" class="icon-button modal-close" onClick={close} />
        {children}
      </div>
    </dialog>
  );
}
