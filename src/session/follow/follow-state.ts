import { refusalOf } from '../../core/refusal-error.ts';

/** How long after a failure the state is read again, in milliseconds. */
const retryDelay = 1000;

/** Something outside that changes, whoever changes it. */
export interface FollowedState<State> {
  /** Begins to be told of changes, before the first read; `poll` reads again. What is returned ends that. */
  begin(poll: () => void): Promise<() => void>;
  /** Reads the state; `undefined` when there is nothing to tell for now. */
  read(): Promise<State | undefined>;
  /** What tells one state from another. */
  mark(state: State): string;
  /** The mark of the state that a follower starts from; without it, the first state is news. */
  readonly initialMark?: string;
  /** Not every change is told: the state is read this often as well, in milliseconds. */
  readonly pollInterval?: number;
  readonly onError: (error: unknown) => void;
}

/** A listening that has been asked for. */
export interface Watch {
  /** Resolves when every later change will be told. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** Tells of a state, and of each other one. */
export interface StateFollower<State> {
  /** Calls back with the present state and each other one; what is returned ends that. */
  follow(listener: (state: State) => void): () => void;
  /** Calls back with each state after the present one. */
  onChange(listener: (state: State) => void): Watch;
}

interface Listener<State> {
  readonly tell: (state: State) => void;
  /** Mark of the last state that it knows. */
  mark: string | undefined;
  /** Whether it takes the next state for the present one. */
  skipsNext: boolean;
}

/** Follows a state. Nothing is read or watched while nobody listens, and nothing read twice at the same time. */
export function followState<State>(followed: FollowedState<State>): StateFollower<State> {
  const { initialMark, pollInterval } = followed;
  const listeners = new Set<Listener<State>>();
  let end: (() => void) | undefined;
  let polling: Promise<void> | undefined;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  const poll = (): Promise<void> => {
    isDue = true;
    if (listeners.size > 0) polling ??= pollWhileDue();
    return polling ?? Promise.resolve();
  };
  const pollLater = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(poll, delay).unref();
  };

  const pollOnce = async (): Promise<void> => {
    end ??= await followed.begin(poll);
    const state = await followed.read();
    if (pollInterval !== undefined) pollLater(pollInterval);
    if (state === undefined) return;
    const mark = followed.mark(state);
    for (const listener of [...listeners]) {
      const isNews = !listener.skipsNext && listener.mark !== mark;
      listener.mark = mark;
      if (isNews && listeners.has(listener)) listener.tell(state);
    }
  };
  const pollWhileDue = async (): Promise<void> => {
    while (isDue && listeners.size > 0) {
      isDue = false;
      try {
        await pollOnce();
      } catch (error) {
        // A store that is busy is asked again; anything else is reported as well.
        if (refusalOf(error) === undefined) followed.onError(error);
        pollLater(retryDelay);
      }
      for (const listener of listeners) listener.skipsNext = false;
    }
    polling = undefined;
    if (listeners.size === 0) close();
  };
  const close = (): void => {
    clearTimeout(timer);
    end?.();
    end = undefined;
  };

  const listen = (listener: Listener<State>): Watch => {
    listeners.add(listener);
    return {
      ready: poll(),
      stop() {
        listeners.delete(listener);
        if (listeners.size === 0 && polling === undefined) close();
      },
    };
  };
  return {
    follow: (notify) => listen({ tell: notify, mark: initialMark, skipsNext: false }).stop,
    onChange: (notify) => listen({ tell: notify, mark: undefined, skipsNext: true }),
  };
}
