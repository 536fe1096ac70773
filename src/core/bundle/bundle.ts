import { isRefusal, type Refusal } from '../refusal.ts';
import { type ActionMarker, readAction, readMarkers, type ScopedAction } from './action-entry.ts';
import { type DecisionEntry, readDecision } from './decision-entry.ts';
import type { Texts } from './edit.ts';
import { type Entry, readEntries } from './entry.ts';
import { type IndexFile, indexField, indexPath, notABundle, readIndex } from './index-file.ts';
import { type MarkdownFile, type Region, readMarkdown } from './markdown-file.ts';
import { isPhasePath, type Phase, readPhase } from './phase-file.ts';
import { type QuestionEntry, readQuestion } from './question-entry.ts';
import { isPlaceholder, regionText, sectionsNamed } from './section.ts';

/** The files that every bundle has besides `index.md`. */
export const contextPath = 'context.md';
export const decisionsPath = 'decisions.md';
export const actionsPath = 'actions.md';
export const evidencePath = 'evidence.md';

/** A bundle as read from its files. Reading is tolerant; `validate` reports what is wrong. */
export interface Bundle {
  readonly texts: Texts;
  readonly index: IndexFile;
  readonly assumptions: readonly DecisionEntry[];
  readonly decisions: readonly DecisionEntry[];
  readonly requirements: readonly DecisionEntry[];
  readonly questions: readonly QuestionEntry[];
  readonly actions: readonly ScopedAction[];
  readonly markers: readonly ActionMarker[];
  readonly sources: readonly Entry[];
  readonly log: readonly Entry[];
  readonly phases: readonly Phase[];
}

/** Reads a bundle from its files; refused with `not_a_bundle` or `wrong_version` when `index.md` says so. */
export function readBundle(texts: Texts): Bundle | Refusal {
  const indexText = texts.get(indexPath);
  if (indexText === undefined) {
    return notABundle('the folder has no index.md, so it holds no bundle');
  }
  const index = readIndex(indexText);
  if (isRefusal(index)) return index;
  const file = (path: string): MarkdownFile => readMarkdown(path, texts.get(path) ?? '');
  const decisions = file(decisionsPath);
  const evidence = file(evidencePath);
  return {
    texts,
    index,
    assumptions: entriesOfKind(decisions, 'assumption', 'Assumptions').map(readDecision),
    decisions: entriesOfKind(decisions, 'decision', 'Decisions').map(readDecision),
    requirements: entriesOfKind(decisions, 'requirement', 'Requirements').map(readDecision),
    questions: entriesOfKind(decisions, 'question', 'Open Questions').map((entry) =>
      readQuestion(decisions, entry),
    ),
    actions: readEntries(file(actionsPath), 'action', { forms: ['heading'] }).map(readAction),
    markers: readMarkers(evidence),
    sources: rows(file(contextPath)),
    log: readEntries(evidence, 'log', { forms: ['heading', 'item', 'row'] }),
    phases: [...texts].flatMap(([path, text]) =>
      isPhasePath(path) ? [readPhase(path, text)] : [],
    ),
  };
}

/** Entries with a heading anywhere in the file, and as items or rows in the section of their kind. */
function entriesOfKind(file: MarkdownFile, kind: Entry['kind'], title: string): Entry[] {
  const byHeading = readEntries(file, kind, { forms: ['heading'] });
  const inside = (line: number): boolean =>
    byHeading.some(({ region }) => line >= region.from && line < region.to);
  const listedElsewhere = sectionsNamed(file, title).flatMap((region) =>
    readEntries(file, kind, { region, forms: ['item', 'row'] }),
  );
  return [...byHeading, ...listedElsewhere.filter(({ region }) => !inside(region.from))].sort(
    (first, second) => first.region.from - second.region.from,
  );
}

function rows(file: MarkdownFile): Entry[] {
  return sectionsNamed(file, 'Sources').flatMap((region: Region) =>
    readEntries(file, 'source', { region, forms: ['row', 'item'] }),
  );
}

/** All entries that have an id and can be referred to. */
export function entriesOf(bundle: Bundle): Entry[] {
  return [
    ...bundle.assumptions.map(({ entry }) => entry),
    ...bundle.decisions.map(({ entry }) => entry),
    ...bundle.requirements.map(({ entry }) => entry),
    ...bundle.questions.map(({ entry }) => entry),
    ...bundle.actions.map(({ entry }) => entry),
    ...bundle.sources,
    ...bundle.log,
  ];
}

/** The one question that waits for its answer; the first when the files name several. */
export function pendingQuestion(bundle: Bundle): QuestionEntry | undefined {
  return bundle.questions.find(({ status }) => status === 'pending');
}

/** The deferred questions, material ones first, in order of their ids. */
export function deferredQuestions(bundle: Bundle): QuestionEntry[] {
  return bundle.questions
    .filter(({ status }) => status === 'deferred')
    .sort(
      (first, second) =>
        Number(second.material) - Number(first.material) || first.id.localeCompare(second.id),
    );
}

/** The action that is authorised and not finished; the first when the files name several. */
export function openAction(bundle: Bundle): ScopedAction | undefined {
  return bundle.actions.find(({ status }) => status === 'Authorized');
}

/** The ids of the decisions in force. */
export function acceptedIds(bundle: Bundle): string[] {
  return bundle.decisions.filter(({ status }) => status === 'Accepted').map(({ id }) => id);
}

/** The ids of what is still open: questions in the order of their turn, then proposed decisions. */
export function openItems(bundle: Bundle): string[] {
  const pending = pendingQuestion(bundle);
  const questions = [...(pending === undefined ? [] : [pending]), ...deferredQuestions(bundle)];
  const proposed = bundle.decisions.filter(({ status }) => status === 'Proposed');
  return [...questions.map(({ id }) => id), ...proposed.map(({ id }) => id)];
}

/** The value of the field `Mode status`; undefined when it is none of `modeStatuses`. */
export function modeStatus(bundle: Bundle): ModeStatus | undefined {
  const written = indexField(bundle.index, 'head', 'Mode status');
  return modeStatuses.find((status) => status === written);
}

export const modeStatuses = ['Active', 'Awaiting decision', 'Paused', 'Exited'] as const;
export type ModeStatus = (typeof modeStatuses)[number];

/** The text of a section of a file; empty when the section, or anything in it, is missing. */
export function sectionText(texts: Texts, path: string, title: string): string {
  const file = readMarkdown(path, texts.get(path) ?? '');
  return (
    sectionsNamed(file, title)
      .map((region) => regionText(file, region))
      .find((text) => text !== '') ?? ''
  );
}

/** True for a text that is no placeholder; `None` counts as one unless it is accepted. */
export function isFilled(text: string, acceptsNone: boolean): boolean {
  return !isPlaceholder(text) || (acceptsNone && /^none\.?$/i.test(text));
}
