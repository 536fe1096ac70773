import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
  sha256,
  sourceContext,
} from '../../../test/support/review-scenario.ts';
import { decideConfirm } from './decide-place.ts';
import { decideSource, type RequestedSource } from './decide-source.ts';
import { decideDelete, decideResolve } from './decide-thread-change.ts';

/** The text with a paragraph before the rest, so that every block moves on by one. */
const longer = `Read this first.\n\n${scenarioText}`;

/** A review with threads on "First we read." and on lines of the code. */
function storyWithThreads(): ReviewScenario {
  const scenario = beginReview();
  scenario.open({ snippet: 'First we read.' });
  scenario.open({ anchorStart: 4, anchorEnd: 4, lineRange: { start: 2, end: 2 }, snippet: 'make' });
  return scenario;
}

const placed = (threadId: string, anchor: number) => ({
  threadId,
  anchorStart: anchor,
  anchorEnd: anchor,
});

function refusalOf(scenario: ReviewScenario, request: RequestedSource, text = longer) {
  return scenario.refused((state, context) =>
    decideSource(state, request, sourceContext(scenario, { text, context })),
  );
}

describe('a pushed source (review contract 5)', () => {
  it('raises the version, for the review and for the file', () => {
    const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
    scenario.push('New.\n', { threadAnchors: [] }, 'f-2');
    const { sourceVersion, files } = scenario.state;
    expect(sourceVersion).toBe(1);
    expect([...files.values()].map(({ changedAt }) => changedAt)).toEqual([0, 1]);
    expect(scenario.document('f-2').text).toBe('New.\n');
  });

  it('hands over the text that the event names', () => {
    const { texts } = beginReview().push(longer, { threadAnchors: [] });
    expect([...texts]).toEqual([[sha256(longer), longer]]);
  });

  it('places threads where the client says, and keeps what they are about', () => {
    const scenario = storyWithThreads();
    const { disagreements } = scenario.push(longer, {
      threadAnchors: [placed('u-1', 3), placed('u-2', 5)],
    });
    const [first, second] = [...scenario.state.threads.values()];
    expect(first).toMatchObject({
      snippet: 'First we read.',
      breadcrumb: 'Plan',
      orphaned: false,
      moved: false,
      place: { anchorStart: 3, anchorEnd: 3, textHash: sha256(longer) },
    });
    expect(second?.place.lineRange).toEqual({ start: 2, end: 2 });
    expect(disagreements).toEqual([]);
  });

  it('takes a snippet and lines of the client over', () => {
    const scenario = storyWithThreads();
    const lineRange = { start: 3, end: 3 };
    scenario.push(longer, {
      threadAnchors: [
        { ...placed('u-1', 3), snippet: 'as the client says' },
        { ...placed('u-2', 5), lineRange },
      ],
    });
    const [first, second] = [...scenario.state.threads.values()];
    expect(first?.snippet).toBe('as the client says');
    expect(second?.place).toMatchObject({ lineRange, quote: { exact: 'make install' } });
  });

  it('gives a thread whose text is no more at its place the new text as its snippet', () => {
    const scenario = storyWithThreads();
    scenario.push(longer, { threadAnchors: [placed('u-1', 4), placed('u-2', 5)] });
    expect(scenario.state.threads.get('u-1')?.snippet).toBe('Then we write.');
  });

  it('tells where the program itself finds another place than the client', () => {
    const scenario = storyWithThreads();
    const { disagreements } = scenario.push(longer, {
      threadAnchors: [placed('u-1', 1), { threadId: 'u-2', orphaned: true }],
    });
    expect(disagreements).toEqual([
      {
        threadId: 'u-1',
        given: { anchorStart: 1, anchorEnd: 1 },
        found: { anchorStart: 3, anchorEnd: 3 },
      },
      { threadId: 'u-2', given: 'orphaned', found: { anchorStart: 5, anchorEnd: 5 } },
    ]);
    expect(scenario.state.threads.get('u-2')).toMatchObject({ orphaned: true });
  });

  it('counts resolved and orphaned threads as active, deleted ones not', () => {
    const scenario = storyWithThreads();
    scenario.do((state, context) => decideResolve(state, { threadId: 'u-1' }, context));
    scenario.push('Gone.\n', {
      threadAnchors: [
        { threadId: 'u-1', orphaned: true },
        { threadId: 'u-2', orphaned: true },
      ],
    });
    scenario.do((state, context) => decideDelete(state, 'u-2', context));
    scenario.push(longer, { threadAnchors: [placed('u-1', 3)] });
    expect(scenario.state.threads.get('u-1')).toMatchObject({ orphaned: false });
  });

  it.each<[string, RequestedSource, object]>([
    [
      'a thread left out',
      { threadAnchors: [placed('u-1', 3)] },
      { message: expect.stringContaining('u-2'), details: { missing: ['u-2'] } },
    ],
    ['no thread placed', {}, { details: { missing: ['u-1', 'u-2'] } }],
    [
      'a thread placed twice',
      { threadAnchors: [placed('u-1', 3), placed('u-2', 5), placed('u-1', 3)] },
      { message: expect.stringContaining('u-1') },
    ],
    [
      'an unknown thread',
      { threadAnchors: [placed('u-1', 3), placed('u-2', 5), placed('u-9', 1)] },
      { message: expect.stringContaining('u-9') },
    ],
    [
      'an anchor that ends before it starts',
      { threadAnchors: [{ ...placed('u-1', 3), anchorEnd: 2 }, placed('u-2', 5)] },
      { message: expect.stringMatching(/^u-1: /) },
    ],
    [
      'an anchor beyond the last block',
      { threadAnchors: [placed('u-1', 3), placed('u-2', 99)] },
      { message: expect.stringMatching(/^u-2: .*7 commentable/), field: 'threadAnchors.u-2' },
    ],
    [
      'lines beyond the block',
      {
        threadAnchors: [placed('u-1', 3), { ...placed('u-2', 5), lineRange: { start: 1, end: 9 } }],
      },
      { message: expect.stringMatching(/^u-2: /) },
    ],
    [
      'places beside the wish for the program to find them',
      { threadAnchors: [placed('u-1', 3), placed('u-2', 5)], reanchor: 'auto' },
      { field: 'reanchor' },
    ],
  ])('is refused for %s, naming it, and changes nothing', (_, request, refusal) => {
    const scenario = storyWithThreads();
    expect(refusalOf(scenario, request)).toMatchObject({ code: 'validation_error', ...refusal });
    expect(scenario.state.sourceVersion).toBe(0);
  });

  it('is refused for a thread of another file or a deleted one', () => {
    const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
    scenario.open();
    scenario.open({ fileId: 'f-2', anchorStart: 1, anchorEnd: 1 });
    const both = { threadAnchors: [placed('u-1', 3), placed('u-2', 1)] };
    expect(refusalOf(scenario, both).message).toMatch(/u-2.*f-2/);
    scenario.do((state, context) => decideDelete(state, 'u-1', context));
    expect(refusalOf(scenario, { threadAnchors: [placed('u-1', 3)] }).message).toMatch(
      /u-1.*deleted/,
    );
  });
});

describe('a pushed source that the program places threads in (review contract 8)', () => {
  it('moves threads to where their text went and says how', () => {
    const scenario = storyWithThreads();
    const { placed: found } = scenario.push(longer, { reanchor: 'auto' });
    expect(found.map(({ placement, how }) => [placement.threadId, how])).toEqual([
      ['u-1', 'carried'],
      ['u-2', 'carried'],
    ]);
    const [first, second] = [...scenario.state.threads.values()];
    expect(first?.place.anchorStart).toBe(3);
    expect(second?.place).toMatchObject({ anchorStart: 5, lineRange: { start: 2, end: 2 } });
  });

  it('keeps the mark of a thread that was found with changes until a person has confirmed it', () => {
    const scenario = storyWithThreads();
    scenario.do((_, context) => [
      {
        kind: 'thread.placed',
        ...context,
        data: { threadId: 'u-1', orphaned: false, moved: true },
      },
    ]);
    scenario.push(longer, { reanchor: 'auto' });
    expect(scenario.state.threads.get('u-1')).toMatchObject({ moved: true });
    expect(scenario.state.threads.get('u-2')).toMatchObject({ moved: false });
    scenario.do((state, context) => decideConfirm(state, 'u-1', context));
    expect(scenario.state.threads.get('u-1')).toMatchObject({ moved: false });
    expect(scenario.do((state, context) => decideConfirm(state, 'u-1', context))).toEqual([]);
  });

  it('loses a thread whose text is gone, never to a wrong place, and finds it again', () => {
    const scenario = beginReview();
    scenario.open({ snippet: 'First we read.' });
    scenario.push('# Something else\n\nNothing here is alike.\n', { reanchor: 'auto' });
    expect(scenario.state.threads.get('u-1')).toMatchObject({
      orphaned: true,
      snippet: 'First we read.',
    });
    scenario.push(longer, { reanchor: 'auto' });
    expect(scenario.state.threads.get('u-1')).toMatchObject({
      orphaned: false,
      place: { anchorStart: 3 },
    });
  });
});
