import { asOneLine, asQuote, withPlainBreaks } from '../text/inert-text.ts';
import { actionsPath, contextPath, decisionsPath, evidencePath } from './bundle.ts';
import { writeRepository } from './derived-lines.ts';
import type { Texts } from './edit.ts';
import { writeKey } from './entry.ts';
import { logPhrases } from './evidence-log.ts';
import { indexPath } from './index-file.ts';
import { references } from './required-references.ts';
import type { Circumstances } from './transition.ts';

/** What a new bundle is made from. */
export interface NewBundle {
  readonly trackerId: string;
  readonly topic: string;
  readonly goal?: string;
  /** The working directory at entry. */
  readonly workspace: string;
}

/** The sections of `context.md` that hold prose, in order; Sources comes after Current state. */
export const contextSections = [
  'Goal',
  'Background',
  'In scope',
  'Out of scope',
  'Current state',
  'Baseline',
  'Preservation requirements',
  'Risks',
  'Constraints',
] as const;
export type ContextSection = (typeof contextSections)[number];

/** The columns of the table of sources. */
const sourceColumns = [
  'ID',
  'Claim',
  'Classification',
  'Source and locator',
  'Observed at',
  'Result or conflict',
  'Revalidate when',
] as const;

/** The files of a new bundle. */
export function initialFiles(bundle: NewBundle, circumstances: Circumstances): Texts {
  return new Map(
    Object.entries({
      [indexPath]: initialIndex(bundle, circumstances),
      [contextPath]: initialContext(bundle),
      [decisionsPath]: markdownPage(
        'Decisions',
        emptySections('Assumptions', 'Decisions', 'Requirements', 'Open Questions'),
      ),
      [actionsPath]: markdownPage('Actions', ['None']),
      [evidencePath]: initialEvidence(bundle, circumstances),
    }),
  );
}

/** The record's instruction on where it is and how to resume it. */
export function resumeInstruction(root: string, trackerId: string): string {
  return `Continue at the canonical root ${root} (tracker ID ${trackerId}): read index.md and every file of its manifest there, or run \`discuss bundle resume\` with that root`;
}

const boundary =
  "Only this bundle, missing parent folders and its rule in the repository's .gitignore; anything else needs a recorded action";
const firstStep =
  "Record goal, scope and what is known, up to the first decision that is the user's";

function initialIndex(
  { trackerId, topic, goal, workspace }: NewBundle,
  circumstances: Circumstances,
): string {
  const { at, root, repository } = circumstances;
  return markdownPage('Discussion Record', [
    `<!-- workflow-record version:4 kind:discuss tracker-id:${trackerId} -->`,
    '',
    `Tracker ID: ${trackerId}`,
    `Created: ${at}`,
    `Last updated: ${at}`,
    'Mode: discuss',
    'Mode status: Active',
    'Execution readiness: Not ready',
    'Execute mode: Inactive',
    `Resume instruction: ${asOneLine(resumeInstruction(root, trackerId))}`,
    `Workspace: ${asOneLine(workspace)}`,
    `Repository: ${asOneLine(writeRepository(repository))}`,
    `Mutation boundary: ${boundary}`,
    'Active action: None',
    '',
    '<!-- workflow-active-snapshot:start version:2 -->',
    '## Active Snapshot',
    '',
    'Profile: Lightweight',
    `Required references: ${references.tracker}`,
    `Goal: ${asOneLine(goal ?? '') || 'Unknown'}`,
    `Current state: ${asOneLine(`Discussion of "${topic}" has begun`)}`,
    'Accepted decisions: None',
    'Open items: None',
    `Next safe action: ${firstStep}`,
    '<!-- workflow-active-snapshot:end -->',
    '',
    '## Resume Checkpoint',
    '',
    '- Last completed: Record created',
    '- Current work: None',
    '- Blocking decision or dependency: None',
    `- Next safe action: ${firstStep}`,
    '- Deferred work: None',
    '- Authorization record: None',
    '- Revalidation required: None',
    '',
    '<!-- workflow-manifest:start -->',
    indexPath,
    contextPath,
    decisionsPath,
    actionsPath,
    evidencePath,
    '<!-- workflow-manifest:end -->',
  ]);
}

function initialContext({ topic, goal }: NewBundle): string {
  const goalLines = proseLines(goal ?? '');
  const lines = contextSections.flatMap((title) => {
    const body = title === 'Goal' && goalLines.length > 0 ? goalLines : ['Unknown'];
    const section = [`## ${title}`, '', ...body, ''];
    if (title !== 'Current state') return section;
    return [
      ...section,
      '## Sources',
      '',
      tableRow(sourceColumns),
      tableRow(sourceColumns.map(() => '---')),
      '',
    ];
  });
  return markdownPage('Context', [`Topic: ${asOneLine(topic)}`, '', ...lines.slice(0, -1)]);
}

/** The lines of a text for a section: unchanged when they are plain paragraphs and lists, else as a quote. */
export function proseLines(text: string): string[] {
  const plain = withPlainBreaks(text);
  if (plain === '') return [];
  const lines = plain.split('\n');
  return lines.every(isPlainProse) ? lines : asQuote(plain);
}

/** Whether a line can stand in a section without being taken for a part of the record's structure. */
function isPlainProse(line: string): boolean {
  return !/^\s*(?:#|`{3}|~{3}|<|\||=+\s*$|-{2,}\s*$)|<!--/.test(line);
}

/** A row of a table; a bar inside a cell is escaped. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function initialEvidence({ topic }: NewBundle, { at, newKey }: Circumstances): string {
  const first = `- E001${writeKey({ key: newKey() })} ${at} — ${logPhrases.started}: ${asOneLine(topic)}`;
  return markdownPage('Evidence', [
    '## Log',
    '',
    first,
    '',
    ...emptySections('Handoff notes', 'Amendments', 'Commit records', 'Action markers'),
  ]);
}

function emptySections(...titles: readonly string[]): string[] {
  return titles.flatMap((title) => [`## ${title}`, '', 'None', '']).slice(0, -1);
}

function markdownPage(title: string, lines: readonly string[]): string {
  return `${[`# ${title}`, '', ...lines].join('\n')}\n`;
}
