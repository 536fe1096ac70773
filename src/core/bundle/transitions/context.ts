import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { asOneLine, withPlainBreaks } from '../../text/inert-text.ts';
import { contextPath, sectionText } from '../bundle.ts';
import { type Edit, editFile, locationFault } from '../edit.ts';
import { writeKey } from '../entry.ts';
import { appendLog } from '../evidence-log.ts';
import { gated } from '../gate.ts';
import { setIndexField } from '../index-file.ts';
import { type ContextSection, proseLines, tableRow } from '../initial-files.ts';
import { linesMatching, type MarkdownFile } from '../markdown-file.ts';
import { externalReference, writeReferences } from '../references.ts';
import { requiredField } from '../required-field.ts';
import {
  appendToRegion,
  appendToSection,
  findSection,
  isPlaceholder,
  replaceSection,
} from '../section.ts';
import { newIdentity } from './entry-draft.ts';

/** Text for a section of the context. */
export interface ContextInput {
  readonly section: ContextSection;
  readonly text: string;
  /** Replaces the whole section; else the text is added, and a goal replaces the one before it. */
  readonly replace?: boolean;
}

/** The section that was written, and all that stands in it now. */
export interface ContextRecorded {
  readonly section: ContextSection;
  readonly text: string;
}

/** The goal is one paragraph, so that a later one takes the place of exactly that. */
function goalLines(text: string): string[] {
  return proseLines(withPlainBreaks(text).replace(/\n\s*\n/g, '\n'));
}

/** Records part of the context. The text is added below what is there, or replaces a placeholder. */
export const recordContext = gated<ContextInput, ContextRecorded>(
  'context',
  (bundle, input, circumstances) => {
    const { section } = input;
    const block = section === 'Goal' ? goalLines(input.text) : proseLines(input.text);
    if (block.length === 0)
      return requiredField('text', `the ${section.toLowerCase()}, None included`);
    const written = sectionText(bundle.texts, contextPath, section);
    const replace = input.replace === true || section === 'Goal';
    if (!replace && !isPlaceholder(written) && isPlaceholder(block.join('\n'))) {
      const message = `"${block.join(' ')}" cannot be added to what ${section} says already`;
      return refuse('invalid_input', message, {
        field: 'text',
        next: 'give --replace if nothing of it holds any more',
      });
    }
    const phrase = `${section} ${replace && !isPlaceholder(written) ? 'replaced' : 'recorded'}`;
    const edits: Edit[] = [
      editFile(contextPath, (file) => {
        if (!replace) return appendToSection(file, section, { block });
        return replaceSection(file, section, { block, firstBlockOnly: input.replace !== true });
      }),
      ...(section === 'Goal' ? [setSnapshotGoal(input.text)] : []),
      appendLog(phrase, input.text, circumstances),
    ];
    const text =
      replace || isPlaceholder(written) ? block.join('\n') : `${written}\n\n${block.join('\n')}`;
    return { edits, outcome: { section, text } };
  },
);

function setSnapshotGoal(text: string): Edit {
  return setIndexField('snapshot', 'Goal', withPlainBreaks(text).replace(/\n+/g, ' '));
}

/** How sure a claim is. */
export const classifications = [
  'verified',
  'user-reported',
  'inferred',
  'proposed',
  'unknown',
] as const;
type Classification = (typeof classifications)[number];

/** A claim and where it comes from. */
export interface SourceInput {
  readonly claim: string;
  readonly classification: Classification;
  /** Source and locator, such as `src/parse.ts:40`. */
  readonly source: string;
  /** When it was observed; now, when absent. */
  readonly observedAt?: string;
  readonly result?: string;
  readonly revalidateWhen?: string;
}

/** Under which id a source was recorded. */
export interface SourceRecorded {
  readonly id: string;
  readonly ref: string;
  readonly classification: Classification;
}

/** Records a claim with its source, as a row of the table of sources. */
export const recordSource = gated<SourceInput, SourceRecorded>(
  'context',
  (bundle, input, circumstances) => {
    if (input.claim.trim() === '') return requiredField('claim', 'what is claimed');
    if (input.source.trim() === '') return requiredField('source', 'where the claim comes from');
    const identity = newIdentity(bundle, 'source', circumstances);
    const cells = [
      input.claim,
      input.classification,
      input.source,
      input.observedAt ?? circumstances.at,
      input.result ?? 'None',
      input.revalidateWhen ?? 'Unknown',
    ].map(asOneLine);
    const row = tableRow([`${identity.id}${writeKey({ key: identity.key })}`, ...cells]);
    const phrase = `Source ${writeReferences([identity])}`;
    const edits: Edit[] = [
      editFile(contextPath, (file) => appendRow(file, row)),
      appendLog(phrase, input.claim, circumstances),
    ];
    const ref = externalReference(bundle, identity);
    return { edits, outcome: { id: identity.id, ref, classification: input.classification } };
  },
);

/** A row goes below the last row of the section's table, whatever is written below the table. */
function appendRow(file: MarkdownFile, row: string): string | Refusal {
  const section = findSection(file, 'Sources');
  if (isRefusal(section)) return section;
  const last = linesMatching(file, /^ {0,3}\|/, section).at(-1);
  if (last === undefined) return locationFault(file.path, 'the table of sources', 0);
  const table = { from: section.from, to: last + 1 };
  return appendToRegion(file, table, { block: [row], separation: 'list' });
}
