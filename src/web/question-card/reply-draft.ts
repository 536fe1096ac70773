/** What a person is about to answer. */
export interface ReplyDraft {
  /** Number of the option that is picked; `other` stands for the person's own words in place of one. */
  readonly choice: number | 'other' | null;
  readonly words: string;
}

export const emptyReply: ReplyDraft = { choice: null, words: '' };

/** Whether there is anything to send. */
export function isWritten({ choice, words }: ReplyDraft): boolean {
  return typeof choice === 'number' || words.trim() !== '';
}

/** The reply as the server takes it. */
export function wireReply({ choice, words }: ReplyDraft): { choice?: number; words?: string } {
  return {
    ...(typeof choice === 'number' ? { choice } : {}),
    ...(words.trim() === '' ? {} : { words }),
  };
}

/** Keeps replies that are not sent yet in the browser, so that a reload loses no letter. */
export interface ReplyBackup {
  read(ref: string): ReplyDraft;
  write(ref: string, draft: ReplyDraft): void;
}

/** A backup in the browser's own storage; where there is none, nothing is kept. */
export function createReplyBackup(storage: Storage | null): ReplyBackup {
  const keyOf = (ref: string): string => `discuss:reply:${ref}`;
  return {
    read(ref) {
      try {
        return readReply(JSON.parse(storage?.getItem(keyOf(ref)) ?? 'null'));
      } catch {
        return emptyReply;
      }
    },
    write(ref, draft) {
      try {
        if (draft.choice === null && draft.words === '') storage?.removeItem(keyOf(ref));
        else storage?.setItem(keyOf(ref), JSON.stringify(draft));
      } catch {
        // A full or forbidden storage leaves the page as the only keeper.
      }
    },
  };
}

function readReply(kept: unknown): ReplyDraft {
  const { choice, words } = (kept ?? {}) as Partial<ReplyDraft>;
  return {
    choice: typeof choice === 'number' || choice === 'other' ? choice : null,
    words: typeof words === 'string' ? words : '',
  };
}
