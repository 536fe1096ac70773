import type { DecodeEntity } from '../html-text.ts';
import type { TracedRun } from '../parsed-document.ts';
import { tokenText } from './inline-text.ts';
import type { Parser, StateInline, Token } from './types.ts';

/**
 * Returns a function that parses inline Markdown with `parser` and returns the source of each part of its text.
 * Changes the parser: it records the source of every piece of text while it parses.
 */
export function traceInlines(
  parser: Parser,
  decodeEntity: DecodeEntity,
): (content: string, environment: Record<string, unknown>) => readonly TracedRun[] {
  let recorder = new Recorder(decodeEntity);
  parser.inline.ruler2.disable('fragments_join');
  parser.inline.tokenize = (state) => tokenize(parser, state, recorder);
  return (content, environment) => {
    recorder = new Recorder(decodeEntity);
    const tokens: Token[] = [];
    parser.inline.parse(content, parser, environment, tokens);
    return recorder.runsOf(tokens);
  };
}

/** Returns the environment of a first parse for a second one: references to footnotes are not counted twice. */
export function withoutReferenceCounts(
  environment: Record<string, unknown>,
): Record<string, unknown> {
  const footnotes = environment['footnotes'];
  if (typeof footnotes !== 'object' || footnotes === null || !('refs' in footnotes)) {
    return environment;
  }
  const labels = Object.keys(footnotes.refs as object);
  return {
    ...environment,
    footnotes: { refs: Object.fromEntries(labels.map((label) => [label, -1])) },
  };
}

/** The parser's own loop over a line of text, which records after every step. */
function tokenize(parser: Parser, state: StateInline, recorder: Recorder): void {
  const rules = parser.inline.ruler.getRules('');
  const end = state.posMax;
  const records = recorder.enter(state);
  while (state.pos < end) {
    const before = { position: state.pos, pending: state.pending, count: state.tokens.length };
    const applied =
      state.level < parser.options.maxNesting && rules.some((rule) => rule(state, false));
    if (!applied) state.pending += state.src[state.pos++];
    if (records) recorder.record(state, before);
  }
  if (state.pending === '') return;
  const token = state.pushPending();
  if (records) recorder.flush(token);
}

interface Before {
  readonly position: number;
  readonly pending: string;
  readonly count: number;
}

class Recorder {
  readonly #decodeEntity: DecodeEntity;
  readonly #runs = new Map<Token, readonly TracedRun[]>();
  #pending: TracedRun[] = [];
  #state: StateInline | undefined;

  constructor(decodeEntity: DecodeEntity) {
    this.#decodeEntity = decodeEntity;
  }

  /** Called where a loop begins; the description of an image is parsed by a loop of its own and not recorded. */
  enter(state: StateInline): boolean {
    this.#state ??= state;
    const pendingToken = state.tokens.at(-2);
    if (state === this.#state && this.#pending.length > 0 && pendingToken?.type === 'text') {
      this.flush(pendingToken);
    }
    return state === this.#state;
  }

  /** Pending text is now the text of a token, perhaps without its last characters. */
  flush(token: Token): void {
    let remaining = token.content.length;
    const runs: TracedRun[] = [];
    for (const run of this.#pending) {
      if (remaining === 0) break;
      const text = run.text.slice(0, remaining);
      runs.push(run.exact ? { ...run, text, end: run.start + text.length } : { ...run, text });
      remaining -= text.length;
    }
    this.#runs.set(token, runs);
    this.#pending = [];
  }

  /** Records what one step of the parser added. */
  record(state: StateInline, before: Before): void {
    const added = state.tokens.slice(before.count);
    if (added.length === 0) {
      this.#addPending(state, before);
      return;
    }
    const pendingToken =
      before.pending !== '' && added[0]?.type === 'text' ? added.shift() : undefined;
    if (pendingToken !== undefined && !this.#runs.has(pendingToken)) this.flush(pendingToken);
    this.#pending = [];
    let position = before.position;
    for (const token of added) {
      if (this.#runs.has(token)) continue;
      const text = tokenText(token, this.#decodeEntity);
      // A tag may turn out to end a line.
      if (text === '' && token.type === 'html_inline') {
        this.#runs.set(token, [
          { text: '\n', start: before.position, end: state.pos, exact: false },
        ]);
      }
      if (text === '') continue;
      const run = findRun(token, { state, text, from: position, to: state.pos });
      position = run.end;
      this.#runs.set(token, [run]);
    }
  }

  /** Returns the runs of all text in order, once the parser knows which tokens are marks. */
  runsOf(tokens: readonly Token[]): readonly TracedRun[] {
    return tokens.flatMap((token) =>
      tokenText(token, this.#decodeEntity) === '' ? [] : (this.#runs.get(token) ?? []),
    );
  }

  /** Pending text is a copy of the source; only its length need be compared. */
  #addPending(state: StateInline, before: Before): void {
    const added = state.pending.length - before.pending.length;
    if (added === 0) return;
    const [start, end] = [before.position, state.pos];
    const exact = added === end - start;
    const text = exact ? state.src.slice(start, end) : state.pending.slice(before.pending.length);
    this.#pending.push({ text, start, end, exact });
  }
}

/** The source of a token's text within what one step consumed. */
function findRun(
  token: Token,
  { state, text, from, to }: { state: StateInline; text: string; from: number; to: number },
): TracedRun {
  const source = state.src.slice(from, to);
  const offset = offsetOfText(token, source, text);
  // The scheme of a bare address was parsed as text before the address was recognised.
  if (offset === -1 && token.type === 'text' && state.src.slice(0, to).endsWith(text)) {
    return { text, start: to - text.length, end: to, exact: true };
  }
  if (offset === -1) return { text, start: from, end: to, exact: false };
  return { text, start: from + offset, end: from + offset + text.length, exact: true };
}

function offsetOfText(token: Token, source: string, text: string): number {
  if (token.type === 'text_special') return -1;
  if (token.type === 'image') return source.startsWith(`![${text}]`) ? 2 : -1;
  const offset = source.indexOf(text);
  return offset !== -1 ? offset : source.replace(/\n/g, ' ').indexOf(text);
}
