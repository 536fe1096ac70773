import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Author } from '../../src/core/author.ts';
import { isRefusal, type Refusal } from '../../src/core/refusal.ts';
import { decideInputs } from '../../src/core/review/decide-inputs.ts';
import { decideMessage } from '../../src/core/review/decide-message.ts';
import { decideSource, type RequestedSource } from '../../src/core/review/decide-source.ts';
import { decideThread, type RequestedThread } from '../../src/core/review/decide-thread.ts';
import type { DecisionContext } from '../../src/core/review/decision.ts';
import type { NewEvent, ReviewEvent, StartedReview } from '../../src/core/review/events.ts';
import { applyEvent, begin, replay } from '../../src/core/review/replay.ts';
import { type ReviewedDocument, readDocument } from '../../src/core/review/reviewed-document.ts';
import type { ReviewState } from '../../src/core/review/state.ts';
import { writeDue, writtenEvents } from '../../src/core/review/write-back.ts';

/** What a decision returns: events, or something that holds them. */
type Answer = readonly NewEvent[] | { readonly events: readonly NewEvent[] };

/** A review in memory, to which a test does one thing after the other; a minute passes with each. */
export interface ReviewScenario {
  readonly state: ReviewState;
  readonly log: readonly ReviewEvent[];
  /**
   * Decides something that must not be refused, logs it, and checks the laws: the same state gives the same result, the
   * state is not touched, each event survives JSON, and the whole log replayed is the state step by step.
   */
  do<Result extends Answer>(
    decide: (state: ReviewState, context: DecisionContext) => Result | Refusal,
  ): Result;
  /** Tries something that must be refused. */
  refused(decide: (state: ReviewState, context: DecisionContext) => Answer | Refusal): Refusal;
  document(fileId?: string): ReviewedDocument;
  textOf(textHash: string): string | undefined;

  /** Opens a thread on the second block, unless `request` says otherwise; returns its id. */
  open(request?: Partial<RequestedThread>, author?: Author): string;
  reply(threadId: string, text: string, author?: Author): void;
  take(threadId: string, text: string, author?: Author): void;
  push(text: string, request: RequestedSource, fileId?: string): ReturnType<typeof doPush>;
  /** The disk has another text now. */
  save(text: string, path?: string): void;
  /** Writes what is due into the file, and takes the written text over. */
  write(fileId?: string): void;
}

/** How a review begins. */
export interface ScenarioOptions {
  /** Texts by their paths; those that end in `.diff` are patches. */
  readonly files?: Readonly<Record<string, string>>;
  readonly started?: Partial<StartedReview>;
}

export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

export const scenarioText = `# Plan

First we read.

Then we write.

\`\`\`sh
make
make test
make install
\`\`\`

## Risks

Nobody knows.
`;

/** Begins a review of `plan.md`, or of the files given. */
export function beginReview(beginning: ScenarioOptions = {}): ReviewScenario {
  const files = beginning.files ?? { 'plan.md': scenarioText };
  const texts = new Map(Object.values(files).map((text) => [sha256(text), text]));
  const started: ReviewEvent = {
    kind: 'review.started',
    at: timeAt(0),
    position: 1,
    data: {
      mode: 'markdown',
      sourceFile: '/work/plan.md',
      historyName: 'plan',
      round: 1,
      files: Object.entries(files).map(([path, text], index) => ({
        id: `f-${index + 1}`,
        path,
        kind: path.endsWith('.diff') ? 'diff' : 'markdown',
        textHash: sha256(text),
        realPath: `/work/${path}`,
      })),
      ...beginning.started,
    },
  };
  const log: ReviewEvent[] = [started];
  let state = begin('review-1', started);
  let minute = 0;

  const scenario: ReviewScenario = {
    get state() {
      return state;
    },
    log,
    do(decide) {
      minute += 1;
      const answer = decideTwice(decide, state, minute);
      if (isRefusal(answer)) throw new Error(`refused: ${answer.message}`);
      for (const event of eventsOf(answer)) {
        const logged = { ...event, position: state.position + 1 };
        expect(JSON.parse(JSON.stringify(logged))).toStrictEqual(logged);
        log.push(logged);
        state = applyEvent(state, logged);
      }
      expect(replay(state.id, log)).toStrictEqual(state);
      return answer;
    },
    refused(decide) {
      const answer = decideTwice(decide, state, minute + 1);
      if (!isRefusal(answer)) throw new Error(`not refused: ${JSON.stringify(answer)}`);
      return answer;
    },
    document(fileId = 'f-1') {
      const file = state.files.get(fileId);
      const text = texts.get(file?.textHash ?? '');
      if (file === undefined || text === undefined) throw new Error(`no text of ${fileId}`);
      return readDocument({ ...file, text }, state.started.speakers);
    },
    textOf: (textHash) => texts.get(textHash),
    open(request = {}, author) {
      const fileId = request.fileId ?? 'f-1';
      const wanted = {
        anchorStart: 2,
        anchorEnd: 2,
        snippet: '',
        text: 'Why?',
        ...request,
        fileId,
      };
      const document = scenario.document(fileId);
      return scenario.do((present, context) =>
        decideThread(present, wanted, { ...context, ...by(author), document }),
      ).id;
    },
    reply: (threadId, text, author) => say(scenario, { as: 'reply', threadId, text }, author),
    take: (threadId, text, author) => say(scenario, { as: 'take', threadId, text }, author),
    push(text, request, fileId = 'f-1') {
      texts.set(sha256(text), text);
      return doPush(scenario, { text, fileId, request });
    },
    save: (text, path) => takeOver(text, { path }),
    write(fileId = 'f-1') {
      const document = scenario.document(fileId);
      const written = writeDue({ state, document, sha256 });
      const { textHash } = document;
      scenario.do((_state, { at }) => writtenEvents(written, { at, textHash }));
      takeOver(written.text, { path: state.files.get(fileId)?.path, origin: 'written' });
    },
  };
  return scenario;

  function takeOver(
    text: string,
    {
      path = 'plan.md',
      origin = 'disk',
    }: { path?: string | undefined; origin?: 'disk' | 'written' },
  ): void {
    const textHash = sha256(text);
    texts.set(textHash, text);
    const kind = path.endsWith('.diff') ? 'diff' : 'markdown';
    const current = [{ path, kind, text, textHash, realPath: `/work/${path}` } as const];
    scenario.do((present, context) =>
      decideInputs(present, {
        ...context,
        files: current,
        isWholeDiff: false,
        textOf: scenario.textOf,
        sha256,
        origin,
      }),
    );
  }
}

function say(
  scenario: ReviewScenario,
  { as, ...request }: { as: 'reply' | 'take'; threadId: string; text: string },
  author: Author | undefined,
): void {
  scenario.do((state, context) => decideMessage(state, request, { ...context, ...by(author), as }));
}

function doPush(
  scenario: ReviewScenario,
  { text, fileId, request }: { text: string; fileId: string; request: RequestedSource },
) {
  return scenario.do((present, context) =>
    decideSource(present, request, sourceContext(scenario, { text, fileId, context })),
  );
}

/** What an update of a file's text is decided with. */
export function sourceContext(
  scenario: ReviewScenario,
  { text, context, fileId = 'f-1' }: { text: string; context: DecisionContext; fileId?: string },
) {
  const { kind = 'markdown', path = 'plan.md' } = scenario.state.files.get(fileId) ?? {};
  const document = readDocument(
    { id: fileId, kind, path, textHash: sha256(text), text },
    scenario.state.started.speakers,
  );
  return { ...context, document, textOf: scenario.textOf, origin: 'pushed' as const, sha256 };
}

/** The time at a minute of the scenario. */
export function timeAt(minute: number): string {
  return `2026-11-30T10:${String(minute).padStart(2, '0')}:00.000Z`;
}

function by(author: Author | undefined): { author?: Author } {
  return author === undefined ? {} : { author };
}

function eventsOf(answer: Answer): readonly NewEvent[] {
  return 'events' in answer ? answer.events : answer;
}

function decideTwice<Result>(
  decide: (state: ReviewState, context: DecisionContext) => Result,
  state: ReviewState,
  minute: number,
): Result {
  const before = structuredClone(state);
  const context = { at: timeAt(minute) };
  const answer = decide(state, context);
  expect(decide(state, context)).toStrictEqual(answer);
  expect(state).toStrictEqual(before);
  return answer;
}
