import type { Terminal } from '../terminal.ts';

/** Lines for standard error that wait until it is said where the server listens. */
export interface HeldNotices {
  /** Writes a line, at once when nothing is held any more. */
  readonly notify: (message: string) => void;
  /** Writes what was held, in order; what is notified from now on is not held. */
  release(): void;
}

/** Holds notices back: a program that starts a review reads the address from the first line of standard error. */
export function holdNotices(terminal: Terminal): HeldNotices {
  let held: string[] | undefined = [];
  return {
    notify(message) {
      if (held === undefined) terminal.notify(message);
      else held.push(message);
    },
    release() {
      for (const message of held ?? []) terminal.notify(message);
      held = undefined;
    },
  };
}
