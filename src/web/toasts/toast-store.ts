import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** A short notice of something that happened elsewhere; it goes by itself. */
interface Toast {
  readonly key: number;
  readonly text: string;
  /** Who did it, shown in front. */
  readonly who?: string;
  /** Where following it leads. */
  readonly threadId?: string;
  /** What following it does, where it leads to no thread. */
  readonly onFollow?: () => void;
}

/** The notices on screen, and what is read out to people who do not see them. */
export interface ToastStore {
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  /** The latest sentence for the polite live region. */
  readonly announcement: ReadonlySignal<string>;
  show(toast: Omit<Toast, 'key'>): void;
  dismiss(key: number): void;
  /** Reads a sentence out without showing it. */
  announce(text: string): void;
  /** Stops the notices' time while somebody reads or points at them. */
  hold(held: boolean): void;
}

const shownFor = 7_000;
const mostShown = 3;

/** A store without notices. */
export function createToastStore(): ToastStore {
  const toasts: Signal<readonly Toast[]> = signal([]);
  const announcement = signal('');
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let sequence = 0;

  const dismiss = (key: number): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    toasts.value = toasts.value.filter((toast) => toast.key !== key);
  };

  const start = (key: number): void => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => dismiss(key), shownFor),
    );
  };

  const announce = (text: string): void => {
    announcement.value = announcement.value === text ? `${text} ` : text;
  };

  return {
    toasts,
    announcement,
    show(toast) {
      const key = ++sequence;
      toasts.value = [...toasts.value, { ...toast, key }].slice(-mostShown);
      start(key);
      announce(toast.who ? `${toast.who} ${toast.text}` : toast.text);
    },
    dismiss,
    announce,
    hold(held) {
      for (const { key } of toasts.value) {
        if (held) clearTimeout(timers.get(key));
        else start(key);
      }
    },
  };
}
