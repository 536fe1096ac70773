import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { minFuzzyLength } from '../../src/core/anchor/locate-quote.ts';
import { mappedMinimum } from '../../src/core/anchor/place-range.ts';
import { parseMarkdown } from '../../src/core/document/markdown-it/blocks.ts';
import type { WireState, WireThread } from '../../src/core/review/wire.ts';
import { similarity } from '../../src/core/text/similarity.ts';
import type { RunningReview } from './running-review.ts';
import type { Scratch } from './scratch.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { followedOf, type SoakFollower, soakFollower } from './soak-follower.ts';
import { soakText } from './soak-text.ts';

/** How long a soak is, and the seed that everything in it follows from. */
export interface SoakPlan {
  readonly steps: number;
  readonly seed: number;
}

/** What must be true of a thread. */
interface ModelThread {
  readonly fileId: string;
  readonly text: string;
  readonly replies: string[];
  readonly takes: string[];
  resolution: string | null | undefined;
  isDeleted: boolean;
  /** The quote that the review told last. */
  quote: string;
}

interface ModelFile {
  readonly id: string;
  readonly path: string;
  /** What the review shows, and what the disk has; a pushed text is the one and not the other. */
  shown: string;
  disk: string;
  isViewed: boolean;
}

/**
 * Does random things to a review by a real process, one after the other, and holds it against a simple model after each:
 * what was acknowledged is there once and as it was sent, every thread is on its text or lost, and who follows the stream
 * knows the same. A failure names the seed and every step.
 */
export async function soak(scratch: Scratch, plan: SoakPlan): Promise<void> {
  const steps: string[] = [];
  try {
    await soakSteps(scratch, plan, steps);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`DISCUSS_SEED=${plan.seed}, after:\n${steps.join('\n')}\n${said}`, {
      cause: error,
    });
  }
}

async function soakSteps(scratch: Scratch, plan: SoakPlan, steps: string[]): Promise<void> {
  const run = await beginRun(scratch, seededRandom(plan.seed), steps);
  for (let step = 0; step < plan.steps; step++) {
    const action = pickAction(run.random);
    steps.push(`${step + 1}. ${action.name}`);
    await action.do(run);
    await check(run);
  }
  await finish(run);
}

interface Run {
  readonly scratch: Scratch;
  readonly random: SeededRandom;
  readonly texts: ReturnType<typeof soakText>;
  readonly steps: string[];
  readonly files: readonly ModelFile[];
  readonly threads: Map<string, ModelThread>;
  /** Drafts of replies, by thread. */
  readonly drafts: Map<string, string>;
  /** Texts of new threads' drafts, wherever the server has moved them. */
  readonly newDrafts: Set<string>;
  follower: SoakFollower;
  review: RunningReview;
  count: number;
}

const words = ['plan.md', 'notes.md'];

async function beginRun(scratch: Scratch, random: SeededRandom, steps: string[]): Promise<Run> {
  const texts = soakText(random);
  const files = words.map((path, index): ModelFile => {
    const text = texts.fresh();
    scratch.write(path, text);
    return { id: `f-${index + 1}`, path, shown: text, disk: text, isViewed: false };
  });
  const review = await scratch.review(words);
  const follower = soakFollower(await review.state());
  await follower.connect(review);
  const model = {
    threads: new Map<string, ModelThread>(),
    drafts: new Map<string, string>(),
    newDrafts: new Set<string>(),
  };
  return { scratch, random, texts, steps, files, ...model, follower, review, count: 0 };
}

interface SoakAction {
  readonly name: string;
  readonly weight: number;
  do(run: Run): Promise<void>;
}

const soakActions: readonly SoakAction[] = [
  { name: 'edit on disk', weight: 6, do: editOnDisk },
  { name: 'push a text', weight: 2, do: pushText },
  { name: 'comment', weight: 6, do: comment },
  { name: 'reply', weight: 3, do: (run) => say(run, 'replies') },
  { name: 'take', weight: 3, do: (run) => say(run, 'takes') },
  { name: 'resolve or reopen', weight: 3, do: resolve },
  { name: 'delete', weight: 1, do: remove },
  { name: 'draft', weight: 3, do: draft },
  { name: 'view', weight: 2, do: view },
  { name: 'reconnect', weight: 2, do: reconnect },
  { name: 'kill and go on', weight: 1, do: killAndGoOn },
];

function pickAction(random: SeededRandom): SoakAction {
  let at = random.below(soakActions.reduce((sum, { weight }) => sum + weight, 0));
  for (const action of soakActions) {
    at -= action.weight;
    if (at < 0) return action;
  }
  throw new Error('no action');
}

function note(run: Run, text: string): void {
  run.steps.push(`   ${text}`);
}

function pickFile({ random, files }: Run): ModelFile {
  return files[random.below(files.length)] ?? (files[0] as ModelFile);
}

function pickThread({ random, threads }: Run): [string, ModelThread] | undefined {
  const alive = [...threads].filter(([, { isDeleted }]) => !isDeleted);
  return alive[random.below(alive.length)];
}

async function taken(answer: Promise<{ status: number; body: Readonly<Record<string, unknown>> }>) {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

function writeEdit(run: Run, file: ModelFile): void {
  const text = run.texts.edited(run.random.below(3) === 0 ? file.disk : file.shown);
  const isReplaced = run.random.below(2) === 0;
  note(run, `${file.path}${isReplaced ? ' replaced by' : ' becomes'} ${JSON.stringify(text)}`);
  if (isReplaced) {
    const staged = run.scratch.write(`.${file.path}.new`, text);
    renameSync(staged, join(run.scratch.directory, file.path));
  } else run.scratch.write(file.path, text);
  Object.assign(file, { shown: text, disk: text, isViewed: false });
}

async function seen({ review }: Run, { id, shown }: ModelFile): Promise<void> {
  await review.events.nextWhere(
    ({ kind, payload }) =>
      kind === 'source.updated' && payload['fileId'] === id && payload['markdown'] === shown,
    `text of ${id}`,
  );
}

async function editOnDisk(run: Run): Promise<void> {
  const file = pickFile(run);
  writeEdit(run, file);
  await seen(run, file);
}

async function pushText(run: Run): Promise<void> {
  const file = pickFile(run);
  const markdown = run.texts.edited(file.shown);
  note(run, `${file.path} pushed ${JSON.stringify(markdown)}`);
  await taken(run.review.post('/api/source', { markdown, fileId: file.id, reanchor: 'auto' }));
  Object.assign(file, { shown: markdown, isViewed: false });
}

async function comment(run: Run): Promise<void> {
  const { random } = run;
  const file = pickFile(run);
  const { blocks } = parseMarkdown(file.shown);
  const anchor = 1 + random.below(blocks.length);
  const all = [...(blocks[anchor - 1]?.text ?? '').matchAll(/\S+/g)];
  const first = random.below(all.length);
  const last = Math.min(all.length - 1, first + 1 + random.below(8));
  const text = blocks[anchor - 1]?.text ?? '';
  const start = all[first]?.index ?? 0;
  const end = (all[last]?.index ?? 0) + (all[last]?.[0].length ?? 0);
  const isWhole = random.below(3) === 0;
  const exact = isWhole ? text : text.slice(start, end);
  const quote = {
    exact,
    prefix: text.slice(0, start).slice(-64),
    suffix: text.slice(end, end + 64),
  };
  run.count += 1;
  const said = `comment ${run.count}`;
  const body = await taken(
    run.review.post('/api/threads', {
      fileId: file.id,
      anchorStart: anchor,
      anchorEnd: anchor,
      snippet: '',
      text: said,
      ...(isWhole ? {} : { quote }),
    }),
  );
  note(run, `${body['id']} in ${file.id} on ${JSON.stringify(exact)}`);
  run.threads.set(String(body['id']), {
    fileId: file.id,
    text: said,
    replies: [],
    takes: [],
    resolution: undefined,
    isDeleted: false,
    quote: exact,
  });
}

async function say(run: Run, route: 'replies' | 'takes'): Promise<void> {
  const [id, thread] = pickThread(run) ?? [];
  if (thread === undefined) return;
  run.count += 1;
  const text = `message ${run.count}`;
  await taken(run.review.post(`/api/threads/${id}/${route}`, { text }));
  thread[route].push(text);
}

async function resolve(run: Run): Promise<void> {
  const [id, thread] = pickThread(run) ?? [];
  if (thread === undefined) return;
  if (thread.resolution === undefined) {
    const decision = run.random.pick([null, 'done', "won't do"]);
    const body = decision === null ? undefined : { decision };
    await taken(run.review.post(`/api/threads/${id}/resolve`, body));
    thread.resolution = decision;
  } else {
    await taken(run.review.post(`/api/threads/${id}/unresolve`));
    thread.resolution = undefined;
  }
}

async function remove(run: Run): Promise<void> {
  const [id, thread] = pickThread(run) ?? [];
  if (id === undefined || thread === undefined) return;
  await taken(run.review.delete(`/api/threads/${id}`));
  thread.isDeleted = true;
  run.drafts.delete(id);
}

async function draft(run: Run): Promise<void> {
  run.count += 1;
  const text = run.random.below(4) === 0 ? '' : `draft ${run.count}`;
  const [threadId] = run.random.below(2) === 0 ? (pickThread(run) ?? []) : [];
  const anchor = 1 + run.random.below(3);
  const place = { fileId: 'f-1', anchorStart: anchor, anchorEnd: anchor };
  if (threadId === undefined) {
    const { newThread } = (await run.review.state()).drafts;
    const standing = newThread[`f-1|${anchor}-${anchor}`]?.text;
    // Who clears a place where nothing stands means what was written there in an earlier text.
    const kept = standing === undefined ? `draft ${run.count}` : text;
    await taken(run.review.post('/api/drafts/new-thread', { ...place, text: kept }));
    run.newDrafts.delete(standing ?? '');
    if (kept !== '') run.newDrafts.add(kept);
  } else {
    await taken(run.review.post('/api/drafts/followup', { threadId, text }));
    if (text === '') run.drafts.delete(threadId);
    else run.drafts.set(threadId, text);
  }
}

async function view(run: Run): Promise<void> {
  const file = pickFile(run);
  const path = `/api/files/${file.id}/viewed`;
  await taken(file.isViewed ? run.review.delete(path) : run.review.post(path));
  file.isViewed = !file.isViewed;
}

async function reconnect(run: Run): Promise<void> {
  run.follower.disconnect();
  await comment(run);
  await say(run, 'takes');
  await run.follower.connect(run.review);
}

async function killAndGoOn(run: Run): Promise<void> {
  // On its way when the process dies: afterwards it is there whole or not at all.
  const [id, thread] = pickThread(run) ?? [];
  run.count += 1;
  const text = `message ${run.count}`;
  const path = `/api/threads/${id}/replies`;
  const sending = id === undefined ? undefined : run.review.post(path, { text });
  const answered = sending?.then(
    ({ status }) => status === 200,
    () => false,
  );
  run.follower.disconnect();
  await run.review.kill('SIGKILL');
  const isAcknowledged = (await answered) === true;
  const file = run.random.below(2) === 0 ? pickFile(run) : undefined;
  if (file !== undefined) writeEdit(run, file);
  run.review = await run.scratch.review(words);
  expect(run.review.started.payload).toMatchObject({ resumed: true });
  if (file !== undefined) await seen(run, file);
  const state = await run.review.state();
  const isThere = state.replies[id ?? '']?.some((reply) => reply.text === text) === true;
  if (isAcknowledged) expect(isThere).toBe(true);
  if (isThere) thread?.replies.push(text);
  await run.follower.connect(run.review);
}

async function check(run: Run): Promise<void> {
  const state = await run.review.state();
  expect(factsOf(state)).toEqual(modelOf(run));
  for (const thread of state.threads) checkPlace(run, thread);
  await run.follower.catchUp(state);
}

/** What a state says, without the places. */
function factsOf(state: WireState) {
  const { threads, drafts, viewed } = followedOf(state);
  const facts = Object.entries(threads).map(([id, { place: _place, ...said }]) => [id, said]);
  const newDrafts = Object.values(state.drafts.newThread).map(({ text }) => text);
  return { threads: Object.fromEntries(facts), drafts, newDrafts: newDrafts.sort(), viewed };
}

function modelOf({ threads, drafts, newDrafts, files }: Run) {
  const alive = [...threads].filter(([, { isDeleted }]) => !isDeleted);
  return {
    threads: Object.fromEntries(
      alive.map(([id, { text, replies, takes, resolution }]) => [
        id,
        { text, replies, takes, resolution },
      ]),
    ),
    drafts: Object.fromEntries(drafts),
    newDrafts: [...newDrafts].sort(),
    viewed: files.filter(({ isViewed }) => isViewed).map(({ id }) => id),
  };
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * A thread whose quote stands in the text once is on it; a placed one is on text that is recognisably its own. A quote of
 * a few letters may be reported as lost when what stood around it has changed, since it proves little.
 */
function checkPlace({ files, threads }: Run, thread: WireThread): void {
  const model = threads.get(thread.id);
  const file = files.find(({ id }) => id === thread.fileId);
  if (model === undefined || file === undefined) throw new Error(`${thread.id} is of nothing`);
  const { blocks } = parseMarkdown(file.shown);
  const whole = squeeze(blocks.map(({ text }) => text).join('\n'));
  const told = squeeze(thread.quote?.exact ?? '');
  const before = squeeze(model.quote);
  const isThere = before.length >= minFuzzyLength && whole.split(before).length === 2;
  const where = { thread: thread.id, before, told, orphaned: thread.orphaned === true };
  if (isThere)
    expect(where).toEqual({ ...where, told: expect.stringContaining(before), orphaned: false });
  if (thread.orphaned === true) return;
  const covered = blocks.slice(thread.anchorStart - 1, thread.anchorEnd).map(({ text }) => text);
  expect({ ...where, covered: squeeze(covered.join('\n')) }).toEqual({
    ...where,
    covered: expect.stringContaining(told),
  });
  const likeness = told.includes(before) ? 1 : similarity(before, told);
  expect({ ...where, likeness }).toEqual({ ...where, likeness: expect.toSatisfy(isEnough) });
  model.quote = thread.quote?.exact ?? model.quote;
}

const isEnough = (likeness: number): boolean => likeness >= mappedMinimum.similarity;

async function finish(run: Run): Promise<void> {
  await taken(run.review.post('/api/done'));
  const { payload } = await run.review.nextEvent('session.done');
  expect((await run.review.exit).code).toBe(0);
  run.follower.disconnect();
  const told = payload['threads'] as readonly (WireThread & {
    readonly replies: readonly { text: string }[];
    readonly takes: readonly { text: string }[];
    readonly resolution: { decision: string | null } | null;
    readonly deletedAt: string | null;
  })[];
  const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);
  const transcript = told.map(({ id, text, replies, takes, resolution, deletedAt }) => [
    id,
    text,
    texts(replies),
    texts(takes),
    resolution?.decision,
    deletedAt !== null,
  ]);
  const model = [...run.threads].map(([id, thread]) => [
    id,
    thread.text,
    thread.replies,
    thread.takes,
    thread.resolution,
    thread.isDeleted,
  ]);
  const byId = (one: unknown[], other: unknown[]): number =>
    Number(String(one[0]).slice(2)) - Number(String(other[0]).slice(2));
  expect(transcript.sort(byId)).toEqual(model.sort(byId));
}
