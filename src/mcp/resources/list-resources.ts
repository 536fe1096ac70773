import { basename } from 'node:path';
import type { Ports } from '../../core/ports.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { ReviewHeader } from '../../core/review/ports/review-store.ts';
import { readableDiscussions } from './readable-discussions.ts';
import type { Project, ResourceScope } from './resource-scope.ts';
import { resourceUri } from './resource-uri.ts';

/** A resource as a list shows it. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly annotations?: { readonly lastModified: string };
}

/** How many reviews are listed, the newest ones. */
const mostReviews = 50;

/** The newest reviews of the user, and the ledgers and bundles in reach. What cannot be read now is left out. */
export async function listResources(
  ports: Ports,
  scope: ResourceScope,
): Promise<readonly ListedResource[]> {
  const projects = await Promise.all(
    scope.projects.map(async (project) => [
      ...(await listLedgers(ports, project, scope)),
      ...(await listBundles(ports, project)),
    ]),
  );
  return [...(await listReviews(ports)), ...projects.flat()];
}

async function listReviews(ports: Ports): Promise<readonly ListedResource[]> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return [];
  const urls = new Map((await reviews.running.list()).map(({ room, url }) => [room, url]));
  const headers = await reviews.store.list({ limit: mostReviews });
  return headers.map((header) => listedReview(header, urls.get(`review:${header.id}`)));
}

function listedReview(header: ReviewHeader, url: string | undefined): ListedResource {
  const { id, sourceFile, mode, round, startedAt, finishedAt } = header;
  const state =
    finishedAt !== undefined ? 'finished' : url === undefined ? 'not finished' : `shown at ${url}`;
  return {
    uri: resourceUri({ kind: 'review', id }),
    name: sourceFile,
    title: `Review of ${sourceFile}`,
    description: `Review (${mode}, round ${round}), ${state}: its threads, takes and verdict`,
    mimeType: 'application/json',
    annotations: { lastModified: finishedAt ?? startedAt },
  };
}

async function listLedgers(
  ports: Ports,
  project: Project,
  scope: ResourceScope,
): Promise<readonly ListedResource[]> {
  const discussions = await readableDiscussions(ports, project, scope.contexts);
  return discussions.map(({ id, title, state, revision, openQuestions, updatedAt }) => ({
    uri: resourceUri({ kind: 'ledger', project: project.key, id }),
    name: id,
    title,
    description: `Ledger in ${project.folder}: ${state}, revision ${revision}, ${openQuestions} open questions`,
    mimeType: 'text/markdown',
    annotations: { lastModified: updatedAt },
  }));
}

async function listBundles(ports: Ports, project: Project): Promise<readonly ListedResource[]> {
  const roots = await bundleRoots(ports, project);
  return roots.map((root) => ({
    uri: resourceUri({ kind: 'bundle', project: project.key, id: basename(root) }),
    name: basename(root),
    title: `Record ${basename(root)}`,
    description: `Record bundle in ${project.folder}: its index with snapshot and resume checkpoint`,
    mimeType: 'text/markdown',
  }));
}

/** The folders of the bundles of a project; those that a link leads out of it are left out. */
export async function bundleRoots(ports: Ports, { folder }: Project): Promise<readonly string[]> {
  const bundles = await ports.bundles();
  const roots = await bundles.folder.list(folder);
  const inside = await Promise.all(roots.map((root) => ports.folders.isInside(folder, root)));
  return roots.filter((_, index) => inside[index] === true);
}
