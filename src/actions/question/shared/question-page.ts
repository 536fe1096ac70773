import { isRefusal } from '../../../core/refusal.ts';
import type { ActionContext } from '../../kit/action.ts';

/** Whether a page that is served shows a question that waits, by its reference. */
export async function isOnPage(
  reference: string,
  { ports }: Pick<ActionContext, 'ports'>,
): Promise<boolean> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return false;
  const servers = await ports.servers();
  const pages = (await reviews.running.list()).filter(({ room }) => !room.startsWith('ledger:'));
  const shown = await Promise.all(pages.map((page) => servers.showsQuestion(page, reference)));
  return shown.includes(true);
}
