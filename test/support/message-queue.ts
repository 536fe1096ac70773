/** How long a test waits for a message before it fails; far above what any of them takes. */
const patienceMs = 25_000;

/** Messages in the order in which they came, read one after the other. */
export interface MessageQueue<Message> {
  /** Everything that has come so far, read or not. */
  readonly all: readonly Message[];
  /** The next message that has not been read. Throws when the source ends first. */
  next(): Promise<Message>;
  /** The next message that `accepts` takes; those before it count as read. */
  nextWhere(accepts: (message: Message) => boolean, wanted: string): Promise<Message>;
  push(message: Message): void;
  /** Says that no more will come. */
  end(): void;
}

/** Makes an empty queue; `describe` is added to the words of a failure. */
export function messageQueue<Message>(describe: () => string): MessageQueue<Message> {
  const all: Message[] = [];
  let read = 0;
  let ended = false;
  let changed: () => void = () => undefined;
  const change = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('waited in vain')), patienceMs);
      changed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const nextWhere = async (accepts: (message: Message) => boolean, wanted: string) => {
    for (;;) {
      while (read < all.length) {
        const message = all[read++];
        if (message !== undefined && accepts(message)) return message;
      }
      const reason = ended ? 'the source ended' : await change().catch((error: Error) => error);
      if (reason === undefined) continue;
      const words = reason instanceof Error ? reason.message : reason;
      throw new Error(
        `no ${wanted}: ${words}; came: ${JSON.stringify(all).slice(-2000)}\n${describe()}`,
      );
    }
  };
  return {
    all,
    next: () => nextWhere(() => true, 'next message'),
    nextWhere,
    push(message) {
      all.push(message);
      changed();
    },
    end() {
      ended = true;
      changed();
    },
  };
}
