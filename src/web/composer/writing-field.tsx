import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComposing } from './composition.ts';
import { Preview } from './preview.tsx';

/** A field for Markdown and what happens around it. */
export interface WritingFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly focus?: boolean;
  /** Height in lines while nothing is written. */
  readonly rows?: number;
  readonly previewing: boolean;
  readonly code?: boolean;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** A field that grows with its text. Control or Command with Enter sends, Escape closes; an input method has both first. */
export function WritingField(props: WritingFieldProps) {
  const { label, placeholder, text, focus = false, rows = 3, previewing, code = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useSignal(false);
  // Before the next key arrives, or it would act as a command.
  useLayoutEffect(() => {
    if (focus && !previewing) focusAtEnd(field.current);
  }, [focus, previewing]);
  useLayoutEffect(() => fitHeight(field.current), [text]);
  if (previewing) return <Preview text={text} />;
  return (
    <textarea
      ref={field}
      class={code ? 'code' : ''}
      aria-label={label}
      placeholder={placeholder}
      rows={rows}
      style={{ '--rows': rows }}
      value={text}
      spellcheck={!code}
      onCompositionStart={() => (composing.value = true)}
      onCompositionEnd={() => (composing.value = false)}
      onInput={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event) || composing.peek()) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          props.onSend();
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          props.onClose();
        }
      }}
    />
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || document.activeElement === field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

const growsByItself = CSS.supports('field-sizing', 'content');

function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field || growsByItself) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
