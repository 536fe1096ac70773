import { refusalOf } from '../../core/refusal-error.ts';

/** How long after a failure, or where not every change is told, it is looked again, in milliseconds. */
const retryDelay = 1000;

/** Something outside that changes, whoever changes it. */
export interface FollowedState<State> {
  /** Begins to be told of changes; called before the first look. The answer ends that. */
  begin(look: () => void): Promise<() => void>;
  /** Looks; `undefined` when there is nothing to tell for now. */
  read(): Promise<State | undefined>;
  /** What tells one state from another. */
  mark(state: State): string;
  /** The mark of what listeners know at first; without it, they are told of the first state. */
  readonly known?: string;
  /** Not every change is told: it is looked at every second as well. */
  readonly looksByItself?: true;
  readonly onError: (error: unknown) => void;
}

/** Tells of a state, and of each other one. */
export interface StateFollower<State> {
  /** The answer ends that. */
  follow(listener: (state: State) => void): () => void;
}

/** Follows a state. Nothing is read or watched while nobody listens. */
export function followState<State>(followed: FollowedState<State>): StateFollower<State> {
  const told = new Map<(state: State) => void, string | undefined>();
  let end: (() => void) | undefined;
  let isLooking = false;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async (): Promise<void> => {
    end ??= await followed.begin(look);
    const state = await followed.read();
    if (followed.looksByItself === true) lookLater();
    if (state === undefined) return;
    const mark = followed.mark(state);
    for (const [listener, known] of [...told]) {
      if (known === mark || !told.has(listener)) continue;
      told.set(listener, mark);
      listener(state);
    }
  };

  const lookWhileDue = async (): Promise<void> => {
    isLooking = true;
    try {
      while (isDue && told.size > 0) {
        isDue = false;
        await lookOnce();
      }
    } catch (error) {
      // A store that is busy is asked again; anything else is told as well.
      if (refusalOf(error) === undefined) followed.onError(error);
      lookLater();
    }
    isLooking = false;
    if (told.size === 0) stop();
    else if (isDue) look();
  };

  const lookLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, retryDelay).unref();
  };

  const look = (): void => {
    isDue = true;
    if (!isLooking && told.size > 0) void lookWhileDue();
  };

  const stop = (): void => {
    clearTimeout(timer);
    end?.();
    end = undefined;
  };

  return {
    follow(listener) {
      told.set(listener, followed.known);
      look();
      return () => {
        told.delete(listener);
        if (told.size === 0 && !isLooking) stop();
      };
    },
  };
}
