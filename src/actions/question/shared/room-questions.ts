import { pendingRecordQuestion } from '../../../core/bundle/record-question.ts';
import { type AskedQuestion, hostQuestionCard } from '../../../core/question/asked-question.ts';
import type { HostQuestion } from '../../../core/question/host-question.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { readAt } from '../../bundle/shared/bundle-active.ts';
import type { ActionContext } from '../../kit/action.ts';
import { roomBundles } from './room-bundles.ts';

/**
 * The questions that wait for the person at a room's page: of record bundles first, then of agents, oldest first. The
 * bundles' folders may be given where they are known already.
 */
export async function roomQuestions(
  context: ActionContext,
  roots?: readonly string[],
): Promise<readonly AskedQuestion[] | Refusal> {
  const store = await context.ports.questions();
  if (isRefusal(store)) return store;
  const asked: AskedQuestion[] = [];
  for (const root of roots ?? (await roomBundles(context))) {
    const active = await readAt(root, context);
    // A record that cannot be read asks nothing until it is whole.
    const question = isRefusal(active) ? undefined : pendingRecordQuestion(active.bundle, root);
    if (question !== undefined) asked.push(question);
  }
  for (const question of await store.pending()) {
    if (await concernsRoom(question, context)) asked.push(hostQuestionCard(question));
  }
  return asked;
}

/** Whether an agent's question belongs to the project around a room, to one in it, or to none. */
export async function concernsRoom(
  { project }: Pick<HostQuestion, 'project'>,
  { ports, directory }: ActionContext,
): Promise<boolean> {
  if (project === undefined) return true;
  const here = (await ports.folders.existing(directory)) ?? directory;
  const { isInside } = ports.folders;
  return (await isInside(project, here)) || (await isInside(here, project));
}
