import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewStory,
  sha256,
  sourceContext,
  storyText,
} from '../../../test/support/review-story.ts';
import { decideConfirm } from './decide-place.ts';
import { decideSource, type RequestedSource } from './decide-source.ts';
import { decideDelete, decideResolve } from './decide-thread-change.ts';

/** The text with a paragraph before the rest, so that every block moves on by one. */
const longer = `Read this first.\n\n${storyText}`;

/** A review with threads on "First we read." and on lines of the code. */
function storyWithThreads(): ReviewStory {
  const story = beginReview();
  story.open({ snippet: 'First we read.' });
  story.open({ anchorStart: 4, anchorEnd: 4, lineRange: { start: 2, end: 2 }, snippet: 'make' });
  return story;
}

const placed = (threadId: string, anchor: number) => ({
  threadId,
  anchorStart: anchor,
  anchorEnd: anchor,
});

function refusalOf(story: ReviewStory, request: RequestedSource, text = longer) {
  return story.refused((state, context) =>
    decideSource(state, request, sourceContext(story, { text, context })),
  );
}

describe('a pushed source (review contract 5)', () => {
  it('raises the version, for the review and for the file', () => {
    const story = beginReview({ files: { 'plan.md': storyText, 'notes.md': '# Notes\n' } });
    story.push('New.\n', { threadAnchors: [] }, 'f-2');
    const { sourceVersion, files } = story.state;
    expect(sourceVersion).toBe(2);
    expect([...files.values()].map(({ changedAt }) => changedAt)).toEqual([1, 2]);
    expect(story.document('f-2').text).toBe('New.\n');
  });

  it('hands over the text that the event names', () => {
    const { texts } = beginReview().push(longer, { threadAnchors: [] });
    expect([...texts]).toEqual([[sha256(longer), longer]]);
  });

  it('places threads where the client says, and keeps what they are about', () => {
    const story = storyWithThreads();
    const { disagreements } = story.push(longer, {
      threadAnchors: [placed('u-1', 3), placed('u-2', 5)],
    });
    const [first, second] = [...story.state.threads.values()];
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
    const story = storyWithThreads();
    const lineRange = { start: 3, end: 3 };
    story.push(longer, {
      threadAnchors: [
        { ...placed('u-1', 3), snippet: 'as the client says' },
        { ...placed('u-2', 5), lineRange },
      ],
    });
    const [first, second] = [...story.state.threads.values()];
    expect(first?.snippet).toBe('as the client says');
    expect(second?.place).toMatchObject({ lineRange, quote: { exact: 'make install' } });
  });

  it('gives a thread whose text is no more at its place the new text as its snippet', () => {
    const story = storyWithThreads();
    story.push(longer, { threadAnchors: [placed('u-1', 4), placed('u-2', 5)] });
    expect(story.state.threads.get('u-1')?.snippet).toBe('Then we write.');
  });

  it('tells where the program itself finds another place than the client', () => {
    const story = storyWithThreads();
    const { disagreements } = story.push(longer, {
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
    expect(story.state.threads.get('u-2')).toMatchObject({ orphaned: true });
  });

  it('counts resolved and orphaned threads as active, deleted ones not', () => {
    const story = storyWithThreads();
    story.do((state, context) => decideResolve(state, { threadId: 'u-1' }, context));
    story.push('Gone.\n', {
      threadAnchors: [
        { threadId: 'u-1', orphaned: true },
        { threadId: 'u-2', orphaned: true },
      ],
    });
    story.do((state, context) => decideDelete(state, 'u-2', context));
    story.push(longer, { threadAnchors: [placed('u-1', 3)] });
    expect(story.state.threads.get('u-1')).toMatchObject({ orphaned: false });
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
    const story = storyWithThreads();
    expect(refusalOf(story, request)).toMatchObject({ code: 'validation_error', ...refusal });
    expect(story.state.sourceVersion).toBe(1);
  });

  it('is refused for a thread of another file or a deleted one', () => {
    const story = beginReview({ files: { 'plan.md': storyText, 'notes.md': '# Notes\n' } });
    story.open();
    story.open({ fileId: 'f-2', anchorStart: 1, anchorEnd: 1 });
    const both = { threadAnchors: [placed('u-1', 3), placed('u-2', 1)] };
    expect(refusalOf(story, both).message).toMatch(/u-2.*f-2/);
    story.do((state, context) => decideDelete(state, 'u-1', context));
    expect(refusalOf(story, { threadAnchors: [placed('u-1', 3)] }).message).toMatch(/u-1.*deleted/);
  });
});

describe('a pushed source that the program places threads in (review contract 8)', () => {
  it('moves threads to where their text went and says how', () => {
    const story = storyWithThreads();
    const { placed: found } = story.push(longer, { reanchor: 'auto' });
    expect(found.map(({ placement, how }) => [placement.threadId, how])).toEqual([
      ['u-1', 'carried'],
      ['u-2', 'carried'],
    ]);
    const [first, second] = [...story.state.threads.values()];
    expect(first?.place.anchorStart).toBe(3);
    expect(second?.place).toMatchObject({ anchorStart: 5, lineRange: { start: 2, end: 2 } });
  });

  it('keeps the mark of a thread that was found with changes until a person has confirmed it', () => {
    const story = storyWithThreads();
    story.do((_, context) => [
      {
        kind: 'thread.placed',
        ...context,
        data: { threadId: 'u-1', orphaned: false, moved: true },
      },
    ]);
    story.push(longer, { reanchor: 'auto' });
    expect(story.state.threads.get('u-1')).toMatchObject({ moved: true });
    expect(story.state.threads.get('u-2')).toMatchObject({ moved: false });
    story.do((state, context) => decideConfirm(state, 'u-1', context));
    expect(story.state.threads.get('u-1')).toMatchObject({ moved: false });
    expect(story.do((state, context) => decideConfirm(state, 'u-1', context))).toEqual([]);
  });

  it('loses a thread whose text is gone, never to a wrong place, and finds it again', () => {
    const story = beginReview();
    story.open({ snippet: 'First we read.' });
    story.push('# Something else\n\nNothing here is alike.\n', { reanchor: 'auto' });
    expect(story.state.threads.get('u-1')).toMatchObject({
      orphaned: true,
      snippet: 'First we read.',
    });
    story.push(longer, { reanchor: 'auto' });
    expect(story.state.threads.get('u-1')).toMatchObject({
      orphaned: false,
      place: { anchorStart: 3 },
    });
  });
});
