import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContextOrigin, contextToken } from './context-token.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const session = '00893aaf-19fa-41d2-8238-13269b9b3ca0';

/** Digests that another program computed over the five parts joined by NUL. */
const vectors: readonly (readonly [ContextOrigin, string])[] = [
  [
    { target: 'claude', session },
    'e1551516b59d25eff136d5f7d18c827f3e6055b286001d571960359de38974e8',
  ],
  [
    { target: 'claude', session, agent: 'agent-7f3c' },
    '6098beb1d64687d8046e43142546769d27acd1988f990f1891a851e3304f4ffb',
  ],
  [
    { target: 'codex', session: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
    'b90b9a42bc0ce01c7241489ace7b86c294cd088a327bf6612c5fbf15f5f21941',
  ],
  [
    { target: 'copilot-vscode', session: 'sess-é' },
    'c4a51d948a8c742a8bf70bf5faaa7b477cdc9ffdc92bef1890bcd98a09475f9c',
  ],
];

describe('the token of a context (agents contract 4)', () => {
  it.each(vectors)('is pinned for %o', (origin, digest) => {
    expect(contextToken(origin, sha256, 'ctx')).toBe(`ctx-v1-${digest}`);
    expect(contextToken(origin, sha256, 'lwcctx')).toBe(`lwcctx-v1-${digest}`);
  });

  it('differs between the main thread and a subagent that calls itself main', () => {
    const main = contextToken({ target: 'claude', session }, sha256, 'ctx');
    expect(contextToken({ target: 'claude', session, agent: 'main' }, sha256, 'ctx')).not.toBe(
      main,
    );
  });
});
