import type { StateInline } from './types.ts';

const tilde = 0x7e;
/** Added to the length of a run of tildes, it makes the marker under which runs of that length pair up. */
const pairing = 0x110000;

/** Parses a run of one or two tildes that may strike text through; a longer run is text. */
export function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const run = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(run.length);
  if (run.length <= 2) {
    state.delimiters.push({
      marker: pairing + run.length,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: run.can_open,
      close: run.can_close,
    });
  }
  state.pos += run.length;
  return true;
}

/** Turns the paired runs of tildes into marks of struck text. */
export function strikeBetweenTildes(state: StateInline): void {
  strike(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state, meta.delimiters);
}

function strike(state: StateInline, delimiters: StateInline['delimiters']): void {
  for (const opener of delimiters) {
    if (opener.marker < pairing || opener.end === -1) continue;
    mark(state.tokens[opener.token], 1);
    mark(state.tokens[delimiters[opener.end]?.token ?? -1], -1);
  }
}

function mark(token: StateInline['tokens'][number] | undefined, nesting: 1 | -1): void {
  if (token === undefined) return;
  token.type = nesting === 1 ? 's_open' : 's_close';
  token.tag = 'del';
  token.nesting = nesting;
  token.markup = token.content;
  token.content = '';
}
