/** The event streams that clients have open. */
export interface OpenStreams {
  add(end: () => void): void;
  remove(end: () => void): void;
  /** Resolves when none is open any more, or after `patienceMs`. */
  drained(patienceMs: number): Promise<void>;
  endAll(): void;
}

/** Keeps count of open event streams. */
export function openStreams(): OpenStreams {
  const streams = new Set<() => void>();
  let whenEmpty: () => void = () => undefined;
  return {
    add: (end) => void streams.add(end),
    remove(end) {
      streams.delete(end);
      if (streams.size === 0) whenEmpty();
    },
    drained(patienceMs) {
      if (streams.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        whenEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    endAll() {
      for (const end of streams) end();
    },
  };
}
