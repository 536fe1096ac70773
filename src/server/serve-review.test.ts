import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEventStream } from '../../test/support/read-event-stream.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { listen } from '../http/listen.ts';
import { openPorts } from '../open-discuss.ts';
import { openReview } from '../session/open-review.ts';
import { readInputs } from '../session/read-inputs.ts';
import { runReview } from '../session/run-review.ts';
import type { RunningReview } from '../session/running-review.ts';
import { syncInputs } from '../session/sync-inputs.ts';
import { serveReview } from './serve-review.ts';

let directory = '';
let stopping: AbortController;
let serving: Promise<void> | undefined;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'serve-')));
  stopping = new AbortController();
  serving = undefined;
});
afterEach(async () => {
  stopping.abort();
  await serving;
});

function fail(error: unknown): never {
  throw error;
}

function accepted<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}

const processPorts = () => openPorts({ environment: { HOME: directory }, directory });

/** Opens the review of `plan.md` in a process of its own, as far as the store can tell. */
async function open(ports: Ports, url?: string): Promise<RunningReview> {
  const { signal } = stopping;
  const source = { ports, directory, signal, notify: () => undefined };
  const readStdin = () => fail(new Error('standard input was read'));
  const request = { files: ['plan.md'], maxDiffBytes: 0, readStdin, ...source };
  const review = await openReview({
    inputs: accepted(await readInputs(request)),
    options: {},
    reviews: accepted(await ports.reviews()),
    ...source,
    ...(url === undefined ? {} : { server: { url, pid: process.pid } }),
  });
  return accepted(review);
}

const versionText = (version: number) => `# Plan\n\nVersion ${version} of it.\n`;

async function update({ reviews, ports, opened }: RunningReview, version: number): Promise<void> {
  const file = { path: 'plan.md', kind: 'markdown', realPath: join(directory, 'plan.md') } as const;
  const files = [{ ...file, text: versionText(version) }];
  const input = { reviews, reviewId: opened.id, ports, files, isWholeDiff: false };
  accepted(await syncInputs(input));
}

describe('the server of a review', () => {
  it('renders a version only when somebody wants it', async () => {
    writeFileSync(join(directory, 'plan.md'), versionText(0));
    const first = await open(processPorts());
    for (let version = 1; version <= 50; version += 1) await update(first, version);
    writeFileSync(join(directory, 'plan.md'), versionText(50));

    let renders = 0;
    const plain = processPorts();
    const ports: Ports = {
      ...plain,
      async renderer() {
        const renderer = await plain.renderer();
        return {
          ...renderer,
          markdown(...page) {
            renders += 1;
            return renderer.markdown(...page);
          },
        };
      },
    };
    const listening = accepted(await listen(0));
    const { url } = listening;
    const review = await open(ports, url);
    const { reviews, opened } = review;
    expect(review.resumed).toBe(true);
    const end = { signal: stopping.signal, onError: fail };
    const run = await runReview(review, { idleTimeoutSecs: 600, ...end });
    const room = { ports, reviews, reviewId: opened.id, run, directory };
    const payload = {
      ...{ url, mode: 'markdown' as const, source_file: 'plan.md' },
      review_id: opened.id,
    };
    serving = serveReview({
      ...room,
      ...end,
      listening,
      webFolder: directory,
      privatePath: undefined,
      started: { at: '', payload: { ...payload, files_count: 1, started_at: '' } },
    });
    const state = (await (await fetch(`${url}/api/state`)).json()) as { sourceVersion: number };
    expect(state.sourceVersion).toBe(50);
    // What waits in the log for whoever follows it has been handled after this.
    await new Promise(setImmediate);
    expect(renders).toBe(0);

    const [one, other] = [
      await readEventStream(`${url}/api/events`),
      await readEventStream(`${url}/api/events`),
    ];
    await update(review, 51);
    for (const stream of [one, other]) {
      expect((await stream.nextEvent('source.updated')).data).toMatchObject({ sourceVersion: 51 });
      stream.close();
    }
    expect(renders).toBe(1);
    await run.stop();
  });

  it('keeps the two versions of a file that were asked for last', async () => {
    writeFileSync(join(directory, 'plan.md'), versionText(0));
    const review = await open(processPorts());
    const { log } = review.reviews;
    const states = [review.opened];
    for (const version of [1, 2]) {
      await update(review, version);
      states.push(accepted(await log.state(review.opened.id)));
    }
    const first = [];
    for (const state of states) first.push((await log.document(state, 'f-1')).parsed);
    const again = [];
    for (const state of states.toReversed()) again.push((await log.document(state, 'f-1')).parsed);
    expect(again[0]).toBe(first[2]);
    expect(again[1]).toBe(first[1]);
    expect(again[2]).not.toBe(first[0]);
    expect(again[2]?.blocks).toEqual(first[0]?.blocks);
  });
});
