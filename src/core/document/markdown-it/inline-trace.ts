import type { DecodeEntity } from '../html-text.ts';
import type { TracedRun } from '../read-document.ts';
import { tokenText } from './inline-text.ts';
import type { Parser, StateInline, Token } from './types.ts';

/**
 * Makes a function that reads inline Markdown with `parser` and tells where each stretch of its text came from.
 * The parser is changed for good: it notes the source of every piece of text while it reads.
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

/** What reading once has found, for reading again: references to footnotes are not counted twice. */
export function withoutCounts(environment: Record<string, unknown>): Record<string, unknown> {
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

/** The parser's own loop over a line of text, with a note taken after every step. */
function tokenize(parser: Parser, state: StateInline, recorder: Recorder): void {
  const rules = parser.inline.ruler.getRules('');
  const end = state.posMax;
  const records = recorder.enter(state);
  while (state.pos < end) {
    const before = { position: state.pos, pending: state.pending, count: state.tokens.length };
    const applied =
      state.level < parser.options.maxNesting && rules.some((rule) => rule(state, false));
    if (!applied) state.pending += state.src[state.pos++];
    if (records) recorder.note(state, before);
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

  /** Called where a loop begins; the description of an image is read by a loop of its own and not recorded. */
  enter(state: StateInline): boolean {
    this.#state ??= state;
    const waiting = state.tokens.at(-2);
    if (state === this.#state && this.#pending.length > 0 && waiting?.type === 'text') {
      this.flush(waiting);
    }
    return state === this.#state;
  }

  /** Text that waited is now the text of a token, perhaps without its last characters. */
  flush(token: Token): void {
    let left = token.content.length;
    const runs: TracedRun[] = [];
    for (const run of this.#pending) {
      if (left === 0) break;
      const text = run.text.slice(0, left);
      runs.push(run.exact ? { ...run, text, end: run.start + text.length } : { ...run, text });
      left -= text.length;
    }
    this.#runs.set(token, runs);
    this.#pending = [];
  }

  /** Notes what one step of the parser added. */
  note(state: StateInline, before: Before): void {
    const added = state.tokens.slice(before.count);
    if (added.length === 0) {
      this.#wait(state, before);
      return;
    }
    const waiting = before.pending !== '' && added[0]?.type === 'text' ? added.shift() : undefined;
    if (waiting !== undefined && !this.#runs.has(waiting)) this.flush(waiting);
    this.#pending = [];
    let position = before.position;
    for (const token of added) {
      if (this.#runs.has(token)) continue;
      const text = tokenText(token, this.#decodeEntity);
      if (text === '') continue;
      const run = findRun(token, { state, text, from: position, to: state.pos });
      position = run.end;
      this.#runs.set(token, [run]);
    }
  }

  /** The runs of all text, in order, once the parser knows which of it are marks. */
  runsOf(tokens: readonly Token[]): readonly TracedRun[] {
    return tokens.flatMap((token) =>
      tokenText(token, this.#decodeEntity) === '' ? [] : (this.#runs.get(token) ?? []),
    );
  }

  /** Text that waits to become a token is taken over from the source as it is; only its length need be compared. */
  #wait(state: StateInline, before: Before): void {
    const added = state.pending.length - before.pending.length;
    if (added === 0) return;
    const [start, end] = [before.position, state.pos];
    const exact = added === end - start;
    const text = exact ? state.src.slice(start, end) : state.pending.slice(before.pending.length);
    this.#pending.push({ text, start, end, exact });
  }
}

/** Where in the source that one step consumed the text of a token stands. */
function findRun(
  token: Token,
  { state, text, from, to }: { state: StateInline; text: string; from: number; to: number },
): TracedRun {
  const source = state.src.slice(from, to);
  const at = placeOfText(token, source, text);
  // The scheme of a bare address was read as text before the address was seen to be one.
  if (at === -1 && token.type === 'text' && state.src.slice(0, to).endsWith(text)) {
    return { text, start: to - text.length, end: to, exact: true };
  }
  if (at === -1) return { text, start: from, end: to, exact: false };
  return { text, start: from + at, end: from + at + text.length, exact: true };
}

function placeOfText(token: Token, source: string, text: string): number {
  if (token.type === 'text_special') return -1;
  if (token.type === 'image') return source.startsWith(`![${text}]`) ? 2 : -1;
  const at = source.indexOf(text);
  return at !== -1 ? at : source.replace(/\n/g, ' ').indexOf(text);
}
