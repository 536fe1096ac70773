import type { ActionContext } from '../actions/kit/action.ts';
import { roomBundles } from '../actions/question/shared/room-bundles.ts';
import { roomQuestions } from '../actions/question/shared/room-questions.ts';
import type { AskedQuestion } from '../core/question/asked-question.ts';
import { isRefusal } from '../core/refusal.ts';
import { watchFileSet } from '../session/follow/file-set.ts';
import { followState, type StateFollower } from '../session/follow/follow-state.ts';

/** The files of a bundle in which its questions stand. */
const watchedFiles = ['index.md', 'decisions.md'];

/** Tells of the questions that wait at a room's page, whoever asks or answers them; none are known at first. */
export type QuestionsFollower = StateFollower<readonly AskedQuestion[]>;

/** Follows the questions of a room. */
export function followQuestions(
  context: ActionContext,
  onError: (error: unknown) => void,
): QuestionsFollower {
  let change = (): void => undefined;
  const files = watchFileSet(context.ports, () => change(), onError);
  return followState({
    async begin(look) {
      change = look;
      const store = await context.ports.questions();
      const end = isRefusal(store) ? () => undefined : store.follow(look);
      return () => {
        end();
        files.stop();
      };
    },
    async read() {
      const roots = await roomBundles(context);
      // What is written while the watch begins is seen, since the questions are read after it has.
      await files.watch(roots.flatMap((root) => watchedFiles.map((name) => `${root}/${name}`)));
      const questions = await roomQuestions(context, roots);
      return isRefusal(questions) ? undefined : questions;
    },
    mark: (questions) => JSON.stringify(questions),
    initialMark: '[]',
    onError,
  });
}
