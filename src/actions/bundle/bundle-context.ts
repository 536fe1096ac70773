import { type ContextSection, contextSections } from '../../core/bundle/initial-files.ts';
import { recordContext } from '../../core/bundle/transitions/context.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { oneOf, text } from '../kit/described.ts';
import { bundleRequest, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

/** `In scope` as a word of a command line: `in-scope`. */
export function sectionWord(section: ContextSection): string {
  return section.toLowerCase().replaceAll(' ', '-');
}

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    section: oneOf(z, contextSections, 'Which section'),
    text: text(z, 'What it says now'),
  });

/** Records part of the context: goal, scope, baseline and the like. */
export const bundleContext = defineBundleAction({
  guide:
    'Fills a section of the record; before leaving, every section has to say something, None included.',
  input: (z) =>
    z.object({
      ...bundleRequest(z),
      section: z.string(),
      text: z.string(),
      replace: z.optional(z.boolean()),
    }),
  output,
  async run({ section: word, text, replace, ...request }, context) {
    const section = readSection(word);
    if (isRefusal(section)) return section;
    const input = omitUndefined({ section, text, replace });
    return writeActive(request, context, { transition: recordContext, input });
  },
  lines: ({ section, ...rest }) => [`${section} recorded`, ...writtenLines(rest)],
  semanticValidation: [
    `section is one of ${contextSections.map(sectionWord).join(', ')}; sources are recorded by a command of their own.`,
  ],
});

function readSection(word: string): ContextSection | Refusal {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const section = contextSections.find((candidate) => sectionWord(candidate) === name);
  if (section !== undefined) return section;
  const choices = contextSections.map(sectionWord).join(', ');
  return refuse('invalid_input', `"${word}" is no section of the context`, {
    field: 'section',
    next: `use one of ${choices}, or discuss bundle context source`,
  });
}
