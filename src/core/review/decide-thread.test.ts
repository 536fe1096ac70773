import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
} from '../../../test/support/review-scenario.ts';
import { checkThread, decideThread, type RequestedThread } from './decide-thread.ts';

const plain: RequestedThread = { anchorStart: 2, anchorEnd: 2, snippet: '', text: 'Why?' };

function refusalOf(scenario: ReviewScenario, request: Partial<RequestedThread>) {
  return scenario.refused((state, context) =>
    decideThread(state, { ...plain, ...request }, { ...context, document: scenario.document() }),
  );
}

describe('opening a thread (review contract 4 and 5)', () => {
  it('counts threads from u-1 and keeps the text exactly as sent', () => {
    const scenario = beginReview();
    const text = '  Why?\r\n\u{1f600}\t"so" ';
    expect([scenario.open({ text }), scenario.open()]).toEqual(['u-1', 'u-2']);
    expect(scenario.state.threads.get('u-1')).toMatchObject({
      text,
      kind: 'user',
      createdAt: '2026-11-30T10:01:00.000Z',
      breadcrumb: 'Plan',
      replies: [],
      takes: [],
      resolution: null,
      deletedAt: null,
      orphaned: false,
    });
  });

  it('never gives the id of a deleted thread again', () => {
    const scenario = beginReview();
    scenario.open();
    scenario.do((_, context) => [
      { kind: 'thread.deleted', at: context.at, data: { threadId: 'u-1' } },
    ]);
    expect(scenario.open()).toBe('u-2');
  });

  it('saves what the place shows, and the phrase where one is chosen', () => {
    const scenario = beginReview();
    scenario.open();
    scenario.open({ range: { startOffset: 6, endOffset: 8 } });
    scenario.open({ anchorStart: 4, anchorEnd: 4, lineRange: { start: 2, end: 3 } });
    const exact = [...scenario.state.threads.values()].map(({ place }) => place.quote.exact);
    expect(exact).toEqual(['First we read.', 'we', 'make test\nmake install']);
  });

  it('keeps who wrote it and what for', () => {
    const scenario = beginReview();
    const author = { name: 'Ada', kind: 'person' } as const;
    scenario.open({ intent: 'suggestion', replacement: 'First we plan.' }, author);
    expect(scenario.state.threads.get('u-1')).toMatchObject({
      author,
      intent: 'suggestion',
      replacement: 'First we plan.',
    });
  });

  it.each<[string, Partial<RequestedThread>, object]>([
    ['blank text', { text: ' \n' }, { code: 'validation_error', field: 'text' }],
    [
      'an anchor before the first',
      { anchorStart: 0 },
      { code: 'validation_error', field: 'anchorStart' },
    ],
    ['an anchor that is no number', { anchorStart: Number.NaN }, { code: 'validation_error' }],
    ['an anchor that ends before it starts', { anchorStart: 3 }, { code: 'validation_error' }],
    [
      'an anchor beyond the last block, naming the count',
      { anchorEnd: 7 },
      { code: 'validation_error', message: expect.stringContaining('6 commentable blocks') },
    ],
    [
      'lines that end before they start',
      { anchorStart: 4, anchorEnd: 4, lineRange: { start: 2, end: 1 } },
      { code: 'validation_error', field: 'lineRange' },
    ],
    [
      'lines before the first',
      { anchorStart: 4, anchorEnd: 4, lineRange: { start: 0, end: 1 } },
      { code: 'validation_error', field: 'lineRange' },
    ],
    [
      'lines beyond the block, naming the count',
      { anchorStart: 4, anchorEnd: 4, lineRange: { start: 1, end: 4 } },
      { code: 'validation_error', message: expect.stringContaining('3 lines') },
    ],
    [
      'lines of several blocks',
      { anchorStart: 3, anchorEnd: 4, lineRange: { start: 1, end: 1 } },
      { code: 'validation_error', field: 'lineRange' },
    ],
    ['an unknown file', { fileId: 'f-9' }, { code: 'unknown_file' }],
    ['a suggestion without a replacement', { intent: 'suggestion' }, { field: 'replacement' }],
    ['a replacement without a suggestion', { replacement: 'x' }, { field: 'replacement' }],
  ])('is refused for %s', (_, request, refusal) => {
    expect(refusalOf(beginReview(), request)).toMatchObject(refusal);
  });

  it('needs a file id when there are several files', () => {
    const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
    expect(refusalOf(scenario, {})).toMatchObject({ code: 'missing_file_id' });
    expect(scenario.open({ fileId: 'f-2', anchorStart: 1, anchorEnd: 1 })).toBe('u-1');
  });
});

describe('the source version of a thread (review contract 5)', () => {
  const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
  scenario.save(`${scenarioText}\nMore.\n`);
  scenario.save(`${scenarioText}\nEven more.\n`);

  it.each([
    ['f-1', 0, 'stale_source_version'],
    ['f-1', 1, 'stale_source_version'],
    ['f-1', 2, undefined],
    ['f-1', 3, 'stale_source_version'],
    // This file has not changed since the first version.
    ['f-2', 0, undefined],
    ['f-2', 1, undefined],
    ['f-2', 2, undefined],
    ['f-2', 3, 'stale_source_version'],
  ])('of %s may be what the file still is: %i gives %s', (fileId, sourceVersion, code) => {
    const checked = checkThread(scenario.state, { ...plain, fileId, sourceVersion });
    expect(typeof checked === 'string' ? undefined : checked.code).toBe(code);
  });

  it('is named in the refusal, with the present one', () => {
    expect(
      checkThread(scenario.state, { ...plain, fileId: 'f-1', sourceVersion: 0 }),
    ).toMatchObject({
      details: { sourceVersion: 2, changedAt: 2 },
    });
  });
});

describe('a snippet that stands elsewhere (review contract 2)', () => {
  // What a client that counts neither front matter nor tables takes for block 2 is block 4 here.
  const text =
    '---\nowner: Ada\n---\n\n# Plan\n\n| a |\n|---|\n| b |\n\nFirst we read.\n\nRead again.\n';
  const decide = (request: Partial<RequestedThread>) => {
    const scenario = beginReview({ files: { 'plan.md': text } });
    const answer = scenario.do((state, context) =>
      decideThread(state, { ...plain, ...request }, { ...context, document: scenario.document() }),
    );
    return { place: scenario.state.threads.get('u-1')?.place, moved: answer.anchorMoved };
  };

  it.each<[string, Partial<RequestedThread>, { from: number; to: number } | undefined]>([
    [
      'moves the anchor to the one block that has it',
      { snippet: 'First we read.' },
      { from: 2, to: 4 },
    ],
    [
      'is found in spite of other white space',
      { snippet: ' First  we\nread. ' },
      { from: 2, to: 4 },
    ],
    ['is found when it was cut short', { snippet: 'First we…' }, { from: 2, to: 4 }],
    ['is found when it was cut short with dots', { snippet: 'First we...' }, { from: 2, to: 4 }],
    ['stays where the addressed block has it', { snippet: 'Plan' }, undefined],
    ['stays when two blocks have it', { snippet: 'ead' }, undefined],
    ['stays when no block has it', { snippet: 'Nowhere.' }, undefined],
    ['stays when it is blank', { snippet: ' ' }, undefined],
    ['stays for a range of blocks', { snippet: 'First we read.', anchorEnd: 3 }, undefined],
  ])('%s', (_, request, moved) => {
    const decided = decide(request);
    expect(decided.moved).toEqual(moved);
    expect(decided.place?.anchorStart).toBe(moved?.to ?? 2);
  });
});

describe('a prepared thread', () => {
  it('is known as one', () => {
    const scenario = beginReview();
    scenario.do((state, context) =>
      decideThread(state, plain, {
        ...context,
        document: scenario.document(),
        kind: 'prepopulated',
      }),
    );
    expect(scenario.state.threads.get('u-1')?.kind).toBe('prepopulated');
  });
});
