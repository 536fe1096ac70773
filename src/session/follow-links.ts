import { basename, dirname, join, resolve } from 'node:path';
import { isRefusal } from '../core/refusal.ts';
import { decideRename } from '../core/review/decide-rename.ts';
import type { FollowedFile } from './follow-rename.ts';
import type { RunningReview } from './running-review.ts';

/** How often it is looked where the links lead, in milliseconds. */
const interval = 250;

/** Who wants to know that a link leads elsewhere. */
export interface LinkFollowing {
  readonly idOf: (realPath: string) => string | undefined;
  readonly moved: (followed: FollowedFile) => void;
  readonly onError: (error: unknown) => void;
}

/** A reviewed file that was named by a link, and where the link led last. */
interface Link {
  readonly fileId: string;
  readonly given: string;
  readonly path: string;
  target: string;
}

/**
 * Lets the review go on with what a file's name stands for, when that name is a link which is made to lead elsewhere, or
 * in whose place somebody puts a file. The answer ends that.
 */
export async function followLinks(
  review: RunningReview,
  following: LinkFollowing,
): Promise<() => void> {
  const links = await linksAmong(review, following);
  if (links.length === 0) return () => undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (const link of links) await lookAt(review, link, following).catch(following.onError);
    if (!isStopped) timer = setTimeout(() => void look(), interval).unref();
  };
  timer = setTimeout(() => void look(), interval).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function linksAmong(
  { inputs, directory, ports }: RunningReview,
  { idOf }: LinkFollowing,
): Promise<readonly Link[]> {
  const { realPath: follow } = await ports.inputFiles();
  const targets = await Promise.all(
    inputs.files.map(async ({ path, realPath }): Promise<readonly Link[]> => {
      const linkPath = resolve(directory, path);
      const folder = await follow(dirname(linkPath));
      const fileId = realPath === undefined ? undefined : idOf(realPath);
      if (realPath === undefined || folder === undefined || fileId === undefined) return [];
      const isLink = join(folder, basename(linkPath)) !== realPath;
      return isLink ? [{ fileId, given: linkPath, path, target: realPath }] : [];
    }),
  );
  return targets.flat();
}

async function lookAt(review: RunningReview, link: Link, following: LinkFollowing): Promise<void> {
  const { reviews, opened, ports, notify } = review;
  const target = await (await ports.inputFiles()).realPath(link.given);
  if (target === undefined || target === link.target) return;
  if (following.idOf(target) !== undefined) return;
  const { fileId } = link;
  let from = link.target;
  const { id } = opened;
  const inputsKey = (await reviews.store.header(id))?.inputsKey;
  const changed = await reviews.log.change(id, (state) => {
    const moment = { at: ports.clock.now(), inputsKey };
    from = state.files.get(fileId)?.realPath ?? from;
    return { events: decideRename(state, { fileId, path: link.path, realPath: target }, moment) };
  });
  // A review that has ended needs no new path.
  if (isRefusal(changed)) return;
  link.target = target;
  following.moved({ fileId, from, to: target });
  notify(`${link.path} is ${target} now; the review goes on with it`);
}
