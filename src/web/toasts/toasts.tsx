import { Spark } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { usePage } from '../page.ts';
import { activate, focusCard } from '../thread-panel/thread-commands.ts';

/** Notices of what happened elsewhere, and the live region that reads them out. */
export function Toasts() {
  const page = usePage();
  const { toasts, announcement, hold, dismiss } = page.toasts;
  return (
    <>
      <div class="sr-only" role="status" aria-live="polite">
        {announcement.value}
      </div>
      <section
        class="toasts"
        aria-label="Notices"
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocusIn={() => hold(true)}
        onFocusOut={() => hold(false)}
      >
        {toasts.value.map((toast) => (
          <div class="toast" key={toast.key}>
            {toast.threadId || toast.onFollow ? (
              <button
                type="button"
                class="toast-text"
                onClick={() => {
                  dismiss(toast.key);
                  toast.onFollow?.();
                  if (!toast.threadId) return;
                  activate(page, toast.threadId);
                  focusCard(toast.threadId);
                }}
              >
                {toast.who && (
                  <>
                    <Spark /> <b>{toast.who}</b>{' '}
                  </>
                )}
                {toast.text}
              </button>
            ) : (
              <span class="toast-text">{toast.text}</span>
            )}
            <IconButton
              icon="close"
              label="Dismiss"
              class="toast-close"
              onClick={() => dismiss(toast.key)}
            />
          </div>
        ))}
      </section>
    </>
  );
}
