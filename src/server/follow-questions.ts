import type { ActionContext } from '../actions/action.ts';
import { roomBundles } from '../actions/room-bundles.ts';
import { roomQuestions } from '../actions/room-questions.ts';
import { carriedRefusal } from '../core/carried-refusal.ts';
import type { AskedQuestion } from '../core/question/asked-question.ts';
import { isRefusal } from '../core/refusal.ts';
import { watchFileSet } from './watch-file-set.ts';

/** How long after a failure it is looked again, in milliseconds. */
const retryDelay = 1000;

/** The files of a bundle in which its questions stand. */
const watchedFiles = ['index.md', 'decisions.md'];

/** Tells of the questions that wait at a room's page, whoever asks or answers them. */
export interface QuestionsFollower {
  /**
   * Calls the listener when there are other questions than it was told of; none were told at first. The answer ends
   * that.
   */
  follow(listener: (questions: readonly AskedQuestion[]) => void): () => void;
}

/** Follows the questions of a room. Nothing is read or watched while nobody listens. */
export function followQuestions(
  context: ActionContext,
  onError: (error: unknown) => void,
): QuestionsFollower {
  const told = new Map<(questions: readonly AskedQuestion[]) => void, string>();
  const files = watchFileSet(context.needs, () => look());
  let endFollowing: (() => void) | undefined;
  let isLooking = false;
  let isDue = false;
  let retry: NodeJS.Timeout | undefined;

  const lookOnce = async (): Promise<void> => {
    const store = await context.needs.questions();
    if (isRefusal(store) || told.size === 0) return;
    endFollowing ??= store.follow(look);
    const roots = await roomBundles(context);
    // What is written while the watch begins is seen, since the questions are read after it has.
    await files.watch(roots.flatMap((root) => watchedFiles.map((name) => `${root}/${name}`)));
    const questions = await roomQuestions(context, roots);
    if (isRefusal(questions)) return;
    const text = JSON.stringify(questions);
    for (const [listener, known] of [...told]) {
      if (known === text || !told.has(listener)) continue;
      told.set(listener, text);
      listener(questions);
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
      if (carriedRefusal(error) === undefined) onError(error);
      clearTimeout(retry);
      retry = setTimeout(look, retryDelay).unref();
    }
    isLooking = false;
    if (told.size === 0) await stop();
  };

  const look = (): void => {
    isDue = true;
    if (!isLooking && told.size > 0) void lookWhileDue();
  };

  const stop = async (): Promise<void> => {
    clearTimeout(retry);
    endFollowing?.();
    endFollowing = undefined;
    await files.stop();
  };

  return {
    follow(listener) {
      told.set(listener, '[]');
      look();
      return () => {
        told.delete(listener);
        if (told.size === 0 && !isLooking) void stop().catch(onError);
      };
    },
  };
}
