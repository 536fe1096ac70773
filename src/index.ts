/** What other programs may use, every export listed; all else is internal and may change. */
import { listActions, performAction } from './actions/kit/perform-action.ts';
import type { Author } from './core/author.ts';
import { openPorts } from './open-discuss.ts';

export type {
  BlockLines as LineRange,
  BlockTextRange as TextRange,
  Quote,
} from './core/anchor/anchor.ts';
export type { Author } from './core/author.ts';
export type { Block, BlockKind } from './core/document/block.ts';
export type { Discussions } from './core/inline/discussion.ts';
export { parseDiscussions } from './core/inline/parse-discussions.ts';
export type { Refusal } from './core/refusal.ts';
export { isRefusal } from './core/refusal.ts';
export type { ChangedFile } from './core/review/commentable-blocks.ts';
export { changedFiles, diffBlocks, markdownBlocks } from './core/review/commentable-blocks.ts';
export type { Transcript } from './core/review/transcript.ts';
export { parseVerdictSpec } from './core/review/verdict-spec.ts';
export type {
  Delivery,
  Intent,
  VerdictOption,
  WireDraft,
  WireFile,
  WireMessage,
  WireResolution,
  WireState,
  WireThread,
  WireVerdict,
} from './core/review/wire.ts';

/** Where a program works. */
export interface DiscussSettings {
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  /** Environment variables; those of the process without it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where the user's store is; `~/.discuss/user.db` without it. */
  readonly store?: string;
  readonly onWarning?: (message: string) => void;
}

/** Something that can be done. */
export interface ListedAction {
  readonly name: string;
  readonly summary: string;
}

/** Who has something done, and until when. */
export interface PerformOptions {
  readonly author?: Author;
  readonly signal?: AbortSignal;
}

/** Everything that `discuss` can do, for a program. */
export interface Discuss {
  readonly actions: readonly ListedAction[];
  /**
   * Does what an action does and answers its output, or a refusal: with the action's own codes, `invalid_input` for
   * an input of another shape, or `unknown_action`.
   */
  perform(action: string, input: unknown, options?: PerformOptions): Promise<unknown>;
}

/** Opens the user's and the project's stores for a program; nothing is read or made before it is asked for. */
export function openDiscuss(settings: DiscussSettings): Discuss {
  const { directory, environment = process.env } = settings;
  const ports = openPorts({ ...settings, environment });
  return {
    actions: listActions(),
    perform: (action, input, options = {}) =>
      performAction(action, input, { ...options, ports, directory }),
  };
}
