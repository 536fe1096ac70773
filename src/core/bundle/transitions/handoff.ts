import { type Refusal, refuse } from '../../refusal.ts';
import { asOneLine, withPlainBreaks } from '../../text/inert-text.ts';
import type { Bundle } from '../bundle.ts';
import { createFile, type Edit, withText } from '../edit.ts';
import { writeKey } from '../entry.ts';
import { nextId, readId, writeIds, writeReference } from '../entry-id.ts';
import { appendLog } from '../evidence-log.ts';
import { slugOf } from '../folder-name.ts';
import { gated } from '../gate.ts';
import { declareFile } from '../index-file.ts';
import { lineEndOf } from '../markdown-file.ts';
import { wavesOf } from '../phase-file.ts';
import { requiredField } from '../required-field.ts';
import type { Circumstances, Step } from '../transition.ts';

/** A file that the handoff adds. */
export type HandoffInput =
  | { readonly part: 'plan' | 'verification'; readonly text: string }
  | {
      readonly part: 'phase';
      readonly title: string;
      readonly text: string;
      /** Ids of the phases that come before it. */
      readonly dependsOn?: readonly string[];
    };

/** The file that was written. */
export interface HandedOff {
  readonly path: string;
  /** Of a phase: its id and wave. */
  readonly id?: string;
  readonly wave?: number;
}

/** Writes a file of the handoff and declares it; an existing plan or verification is replaced. */
export const handoff = gated<HandoffInput, HandedOff>('handoff', (bundle, input, circumstances) => {
  if (withPlainBreaks(input.text) === '') return requiredField('text', `the ${input.part}`);
  if (input.part === 'phase') return addPhase(bundle, input, circumstances);
  const path = `${input.part}.md`;
  const title = input.part === 'plan' ? 'Plan' : 'Verification';
  const lineEnd = lineEndOf(bundle.texts.get(path) ?? '');
  const text = withTitle(title, input.text).replaceAll('\n', lineEnd);
  const edits: Edit[] = [
    (texts) => withText(texts, path, text),
    declareFile(path),
    appendLog(`${title} written`, '', circumstances),
  ];
  return { edits, outcome: { path } };
});

/** The text of a file: the Markdown as it is, below a title. */
function withTitle(title: string, markdown: string): string {
  const plain = withPlainBreaks(markdown);
  return /^#\s/.test(plain) ? `${plain}\n` : `# ${title}\n\n${plain}\n`;
}

function addPhase(
  bundle: Bundle,
  input: Extract<HandoffInput, { part: 'phase' }>,
  circumstances: Circumstances,
): Step<HandedOff> | Refusal {
  if (input.title.trim() === '') return requiredField('title', 'what the phase is about');
  const phaseIds = bundle.phases.flatMap(({ id }) => id ?? []);
  const dependencies = (input.dependsOn ?? []).map((name) => readId(name)?.id ?? name);
  const unknown = dependencies.filter((name) => !phaseIds.includes(name));
  if (unknown.length > 0) {
    return refuse('not_found', `no phase ${unknown.join(', ')} is in the record`, {
      details: { unknown, known: phaseIds },
      next:
        phaseIds.length === 0
          ? 'add the phases it depends on first'
          : `use one of ${phaseIds.join(', ')}`,
    });
  }
  const id = nextId('phase', phaseIds, bundle.texts.values());
  const waves = wavesOf(bundle.phases);
  const wave = 1 + Math.max(0, ...dependencies.map((name) => waves.get(name) ?? 0));
  const path = `phases/${id}-${slugOf(input.title)}.md`;
  const key = circumstances.newKey();
  const head = [
    `# ${id} — ${asOneLine(input.title)}${writeKey({ key })}`,
    '',
    `Depends on: ${writeIds(dependencies)}`,
    `Wave: ${wave}`,
    '',
  ];
  const edits: Edit[] = [
    createFile(path, `${[...head, withPlainBreaks(input.text)].join('\n')}\n`),
    declareFile(path),
    appendLog(`Phase ${writeReference({ id, key })} written`, input.title, circumstances),
  ];
  return { edits, outcome: { path, id, wave } };
}
