import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
} from '../../../test/support/review-scenario.ts';
import { decideDelete, decideResolve, decideUnresolve } from './decide-thread-change.ts';
import type { ReviewEvent } from './events.ts';
import { applyEvent, replay } from './replay.ts';
import { upcast } from './upcast.ts';

/** One thing that somebody does; a thread that is not there makes it nothing. */
type Deed = (scenario: ReviewScenario) => void;

const ofThread = (deed: (scenario: ReviewScenario, threadId: string) => void) =>
  fc.nat(5).map(
    (number): Deed =>
      (scenario) => {
        const thread = [...scenario.state.threads.values()][number];
        if (thread !== undefined && thread.deletedAt === null) deed(scenario, thread.id);
      },
  );

const deed = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map(
    (anchor): Deed =>
      (scenario) => {
        if (scenario.document().blocks.length >= anchor)
          scenario.open({ anchorStart: anchor, anchorEnd: anchor });
      },
  ),
  ofThread((scenario, id) => scenario.reply(id, 'So?')),
  ofThread((scenario, id) => scenario.take(id, 'So.')),
  ofThread((scenario, threadId) =>
    scenario.do((state, context) => decideResolve(state, { threadId }, context)),
  ),
  ofThread((scenario, id) => scenario.do((state, context) => decideUnresolve(state, id, context))),
  ofThread((scenario, id) => scenario.do((state, context) => decideDelete(state, id, context))),
  fc.constantFrom(scenarioText, `One more.\n\n${scenarioText}`, '# Other\n', '').map(
    (text): Deed =>
      (scenario) =>
        scenario.push(text, { reanchor: 'auto' }),
  ),
  fc.constantFrom(scenarioText, '# Saved\n').map(
    (text): Deed =>
      (scenario) =>
        scenario.save(text),
  ),
);

describe('a review under any sequence of changes', () => {
  it('is the same replayed as step by step, and numbers everything once', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 25 }), (deeds) => {
        const scenario = beginReview();
        for (const one of deeds) one(scenario);
        const { threads, counts, position, sourceVersion, versions } = scenario.state;
        const messages = [...threads.values()].flatMap(({ replies, takes }) => [
          ...replies,
          ...takes,
        ]);
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
        expect(counts.threads).toBe(threads.size);
        expect(counts.replies + counts.takes).toBe(messages.length);
        expect(position).toBe(scenario.log.length);
        expect(versions.at(-1)?.sourceVersion).toBe(sourceVersion);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a log', () => {
  it('without a beginning is no review', () => {
    const { log } = beginReview();
    expect(() => replay('review-1', [])).toThrow('no beginning');
    expect(() => replay('review-1', log.slice(1))).toThrow('no beginning');
  });

  it('that names an unknown thread or file is damaged', () => {
    const { state } = beginReview();
    const at = '2026-11-30T10:01:00.000Z';
    const events: readonly ReviewEvent[] = [
      { kind: 'thread.unresolved', at, position: 2, data: { threadId: 'u-9' } },
      { kind: 'file.viewed', at, position: 2, data: { fileId: 'f-9', viewed: true } },
    ];
    for (const event of events) expect(() => applyEvent(state, event)).toThrow(/u-9|f-9/);
  });

  it('counts as changed by people and agents alone', () => {
    const scenario = beginReview();
    scenario.open();
    const { changedAt } = scenario.state;
    scenario.do((_, { at }) => [{ kind: 'prompt.suggest_done', at, data: { idleForSecs: 600 } }]);
    scenario.do((_, { at }) => [{ kind: 'delivery.updated', at, data: { upTo: 2 } }]);
    expect(scenario.state).toMatchObject({ changedAt, suggestedDone: true });
    scenario.reply('u-1', 'So?');
    expect(scenario.state).toMatchObject({ suggestedDone: false });
    expect(scenario.state.changedAt).not.toBe(changedAt);
  });
});

describe('a stored event', () => {
  const stored = {
    position: 2,
    kind: 'thread.unresolved',
    v: 1,
    at: '2026-11-30T10:01:00.000Z',
    data: { threadId: 'u-1' },
  };

  it('is lifted to the form of the program', () => {
    const { v: _version, ...event } = stored;
    expect(upcast(stored)).toStrictEqual(event);
  });

  it('of a review whose first text was version 1 counts from 0', () => {
    const data = { fileId: 'f-1', textHash: 'h', sourceVersion: 2, placements: [], origin: 'disk' };
    const update = { ...stored, kind: 'source.updated', data };
    expect(upcast(update).data).toEqual({ ...data, sourceVersion: 1 });
    expect(upcast({ ...update, v: 2 }).data).toEqual(data);
  });

  it.each([
    ['an unknown kind', { kind: 'thread.sung' }],
    ['a newer version', { v: 3 }],
  ])('with %s stops the reading', (_, newer) => {
    expect(() => upcast({ ...stored, ...newer })).toThrow(/newer/);
  });
});

it('safety 8, copies the list of threads a fixed number of times, however many events are replayed', () => {
  const scenario = beginReview();
  for (let count = 0; count < 20; count++) scenario.open({ anchorStart: 1, anchorEnd: 1 });
  const { log } = scenario;
  const Plain = Map;
  let copies = 0;
  vi.stubGlobal(
    'Map',
    class<Key, Value> extends Plain<Key, Value> {
      constructor(entries?: Iterable<readonly [Key, Value]>) {
        super(entries ?? []);
        if (entries instanceof Plain) copies += 1;
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  replay('r', log);
  expect(copies).toBeLessThan(5);
});
