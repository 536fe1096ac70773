import { type Signal, signal } from '@preact/signals';

/** What lies over the page. */
type Overlay = 'none' | 'finish' | 'keys' | 'threads' | 'rail' | 'find' | 'rounds' | 'source';

/** What the person looks at and works on: nothing of it is kept by the server. */
export interface ViewState {
  /** The file that is shown; empty until the first snapshot. */
  readonly file: Signal<string>;
  /** The thread that is open. */
  readonly active: Signal<string | null>;
  /** The thread that is pointed at, in text or margin. */
  readonly hovered: Signal<string | null>;
  /** Key of the draft whose composer is open in the margin. */
  readonly composing: Signal<string | null>;
  /** The orphaned thread, or key of the draft whose text is gone, for which a new anchor is being picked. */
  readonly reattaching: Signal<string | null>;
  readonly overlay: Signal<Overlay>;
  /** Whether the page is one column, with threads in a sheet. */
  readonly narrow: Signal<boolean>;
  /** Whether the left rail has room of its own. */
  readonly roomy: Signal<boolean>;
  /** The document is shown although the review has ended. */
  readonly rereading: Signal<boolean>;
}

/** The view at the start. */
export function createViewState(): ViewState {
  return {
    file: signal(''),
    active: signal(null),
    hovered: signal(null),
    composing: signal(null),
    reattaching: signal(null),
    overlay: signal('none'),
    narrow: signal(false),
    roomy: signal(true),
    rereading: signal(false),
  };
}

/** Keeps a signal equal to a media query. */
export function followMedia(query: string, target: Signal<boolean>): void {
  const media = window.matchMedia(query);
  target.value = media.matches;
  media.addEventListener('change', () => {
    target.value = media.matches;
  });
}
