import { hash } from 'node:crypto';
import { createAnchor } from '../../src/core/anchor/create-anchor.ts';
import { compareBlocks } from '../../src/core/document/block-changes.ts';
import { parseDiffDocument } from '../../src/core/document/diff-file.ts';
import { parseMarkdown } from '../../src/core/document/markdown-it/blocks.ts';
import type { RenderedSection } from '../../src/core/document/markdown-it/ports/renderer.ts';
import { lintDiscussions } from '../../src/core/inline/lint.ts';
import { parseDiscussions } from '../../src/core/inline/parse-discussions.ts';
import { threadViewer } from '../../src/core/inline/query-view.ts';
import { readinessOf } from '../../src/core/inline/readiness.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { decideInputs } from '../../src/core/review/decide-inputs.ts';
import type { NewEvent } from '../../src/core/review/events.ts';
import { applyEvents, replay } from '../../src/core/review/replay.ts';
import type { ReviewState } from '../../src/core/review/state.ts';
import { renderDiff } from '../../src/render/render-diff.ts';
import { renderMarkdown, renderMessage } from '../../src/render/render-markdown.ts';
import { prepareThreads } from '../../src/session/prepare-threads.ts';

/** What a program does with a text, by name. */
export type Works = Readonly<Record<string, (text: string) => unknown>>;

const at = '2026-01-01T00:00:00Z';
const sha256 = (text: string): string => hash('sha256', text);

function htmlOf(sections: readonly RenderedSection[]): number {
  return sections.reduce((sum, { html }) => sum + html.length, 0);
}

function begin(text: string): ReviewState {
  const started: Extract<NewEvent, { kind: 'review.started' }> = {
    kind: 'review.started',
    at,
    data: {
      mode: 'markdown',
      sourceFile: 'a.md',
      historyName: 'a',
      round: 1,
      files: [{ id: 'f-1', path: 'a.md', kind: 'markdown', textHash: sha256(text) }],
    },
  };
  const file = { path: 'a.md', kind: 'markdown', text } as const;
  const events = prepareThreads({ started, files: [file], threads: [], sha256 });
  if (isRefusal(events)) throw new Error(events.message);
  const begun = replay('r', [{ ...started, position: 1 }]);
  return applyEvents(
    begun,
    events.map((event, index) => ({ ...event, position: index + 2 })),
  );
}

/** A change at the beginning and one at the end, as a new version of the file brings them. */
function update(text: string): unknown {
  const next = `First.\n\n${text}\n\nLast.\n`;
  const state = begin(text);
  return decideInputs(state, {
    at,
    sha256,
    files: [{ path: 'a.md', kind: 'markdown', text: next, textHash: sha256(next) }],
    isWholeDiff: false,
    textOf: (textHash) => (textHash === sha256(text) ? text : undefined),
    origin: 'disk',
  });
}

function anchor(parsed: Parameters<typeof createAnchor>[0]['parsed']): unknown {
  const every = Math.ceil(parsed.blocks.length / 50);
  return parsed.blocks
    .filter((_, index) => index % every === 0)
    .map(({ index }) => createAnchor({ parsed, textHash: '', blockStart: index, blockEnd: index }));
}

function query(text: string): unknown {
  const discussions = parseDiscussions(text);
  const view = threadViewer(discussions, sha256);
  return [discussions.threads.map(view), readinessOf(discussions), lintDiscussions(discussions)];
}

/** What is done with a Markdown file. */
export const documentWorks = {
  start: begin,
  update,
  render: (text) => htmlOf(renderMarkdown(parseMarkdown(text)).sections),
  message: renderMessage,
  query,
  anchor: (text) => anchor(parseMarkdown(text)),
  compare: (text) =>
    compareBlocks(parseMarkdown(text).blocks, parseMarkdown(`First.\n\n${text}`).blocks),
} satisfies Works;

/** What is done with a patch. */
export const patchWorks: Works = {
  render: (text) => htmlOf(renderDiff(text).sections),
  anchor: (text) => anchor(parseDiffDocument(text)),
};
