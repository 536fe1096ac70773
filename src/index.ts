/** What other programs may use, every export listed; all else is internal and may change. */
import {
  type ActionInput,
  type ActionName,
  type ActionOutput,
  type ListedAction,
  listedActions,
} from './actions/kit/listed-actions.ts';
import { performAction } from './actions/kit/perform-action.ts';
import type { Author } from './core/author.ts';
import { isRefusal, type Refusal } from './core/refusal.ts';
import type { ReviewedDiff } from './core/review/ports/review-launcher.ts';
import type { VerdictConfig } from './core/review/wire.ts';
import { openPorts } from './open-discuss.ts';
import type { ProcessReview } from './session/process-review.ts';

export type {
  ActionInput,
  ActionName,
  ActionOutput,
  ListedAction,
} from './actions/kit/listed-actions.ts';
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
export type { ReviewedDiff } from './core/review/ports/review-launcher.ts';
export type { Transcript } from './core/review/transcript.ts';
export { parseVerdictSpec } from './core/review/verdict-spec.ts';
export type {
  Delivery,
  Intent,
  VerdictConfig,
  VerdictOption,
  WireDraft,
  WireFile,
  WireMessage,
  WireResolution,
  WireState,
  WireThread,
  WireVerdict,
} from './core/review/wire.ts';
export type { MadeMessage as ReviewMessage } from './session/process-review.ts';

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

/** Who has something done, and until when. */
export interface PerformOptions {
  readonly author?: Author;
  readonly signal?: AbortSignal;
}

/** What a program opens for review. */
export interface ReviewRequest {
  /** Files of Markdown, code and patches; relative paths are meant from the program's folder. */
  readonly files?: readonly string[];
  readonly diff?: ReviewedDiff;
  /** Asks for a verdict at the end. */
  readonly verdict?: VerdictConfig;
  /** Whether a new review is started in place of resuming an unfinished one of the same inputs. */
  readonly fresh?: boolean;
  /** The person's name in files. */
  readonly reviewerName?: string;
  /** Whether threads and messages are written into the reviewed file. */
  readonly writeBack?: boolean;
  /** Folder of the transcript, absolute; without it, none is written. */
  readonly historyFolder?: string;
  /** Told what a person may want to know, such as that a review is resumed. */
  readonly notify?: (message: string) => void;
  /** Told of failures in the background; without it, they are thrown. */
  readonly onError?: (error: unknown) => void;
}

/** A review that is open in this process: its files are watched, and what others do in it is heard. */
export interface OpenReview extends ProcessReview {
  /** As `Discuss.perform`, for an action on this review. */
  perform: Discuss['perform'];
}

/** Everything that `discuss` can do, for a program. */
export interface Discuss {
  readonly actions: readonly ListedAction[];
  /**
   * Does what an action does and returns its output, or a refusal: with the action's own codes, `invalid_input` for
   * an input of another shape, or `unknown_action`. A name that is known at run time alone takes and returns unknowns.
   */
  perform<Name extends ActionName | (string & {})>(
    action: Name,
    input: ActionInput<Name>,
    options?: PerformOptions,
  ): Promise<ActionOutput<Name> | Refusal>;
  /**
   * Opens a review in this process, without a page, until it is finished or ended. `review-open` gives it a page and a
   * process of its own instead. Refused when an input cannot be read.
   */
  openReview(request: ReviewRequest): Promise<OpenReview | Refusal>;
}

/** Opens the user's and the project's stores for a program; nothing is read or made before it is asked for. */
export function openDiscuss(settings: DiscussSettings): Discuss {
  const { directory, environment = process.env } = settings;
  const ports = openPorts({ ...settings, environment });
  return {
    actions: Object.values(listedActions),
    perform: (action, input, options = {}) =>
      performAction(action, input, { ...options, ports, directory }),
    async openReview({ files = [], diff, fresh, historyFolder, notify, onError, ...options }) {
      const { openInProcess } = await import('./session/open-in-process.ts');
      const review = await openInProcess({
        files,
        ...(diff === undefined ? {} : { diff }),
        ...(historyFolder === undefined ? {} : { historyFolder }),
        options: { ...options, ...(fresh === true ? { unfinished: 'fresh' } : {}) },
        idleTimeoutSecs: 0,
        ports,
        directory,
        notify: notify ?? (() => undefined),
        onError: onError ?? throwLater,
      });
      if (isRefusal(review)) return review;
      const room = { kind: 'review', id: review.id } as const;
      return {
        ...review,
        perform: (action, input, choices = {}) =>
          performAction(action, input, { ...choices, ports, directory, room }),
      };
    },
  };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
