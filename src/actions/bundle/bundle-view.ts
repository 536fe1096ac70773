import { overview } from '../../core/bundle/overview.ts';
import { revisedWarnings } from '../../core/bundle/revised-options.ts';
import { validateSnapshot, warnings } from '../../core/bundle/rules/validate.ts';
import type { BundleSnapshot } from '../../core/bundle/snapshot.ts';
import { partFields, readStatus } from '../../core/bundle/status.ts';
import type { Renderer } from '../../core/document/markdown-it/ports/renderer.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { inspectSettled } from '../../session/inspect-settled.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, objects, text } from '../kit/described.ts';
import { interruptions } from './shared/bundle-interruptions.ts';
import { answerShape, findingsShape, partShape, standingFields } from './shared/bundle-shapes.ts';

const output = (z: Zod) =>
  z.object({
    root: answerShape(z).root,
    record: z
      .nullable(
        z.object({
          ...standingFields(z),
          next: text(z, 'The one thing to do now'),
          snapshot: partShape(z, 'Where the discussion stands'),
          checkpoint: partShape(z, 'Where the work stands'),
          entries: list(z, entry(z), 'What is recorded'),
        }),
      )
      .check(z.describe('Where the discussion stands; null when the files are no record')),
    problem: z
      .nullable(
        z.object({
          code: text(z, 'Code of the refusal'),
          message: text(z, 'In words'),
          next: z.optional(text(z, 'What helps')),
        }),
      )
      .check(z.describe('Why the files are no record that can be read')),
    files: objects(z, 'Each file as it is on disk, index.md first', {
      path: text(z, 'Its path'),
      html: text(z, 'Sanitised HTML'),
    }),
    ...findingsShape(z),
  });

const entry = (z: Zod) =>
  z.object({
    id: text(z, 'Its id'),
    kind: text(z, 'What it is'),
    title: text(z, 'What it says'),
    status: text(z, 'Where it stands'),
    path: text(z, 'The file that it is in'),
  });

/** All that the page of a record shows, in whatever state its files are; nothing is hidden for being invalid. */
export const bundleView = defineAction({
  input: (z) => z.object({}),
  output,
  async run(_request: object, { ports, room }) {
    const { folder } = await ports.bundles();
    const root = room?.id ?? '';
    const inspection = await inspectSettled(folder, root);
    if (isRefusal(inspection)) return { ...nothing, root, problem: problemOf(inspection) };
    const { snapshot } = inspection;
    const validated = validateSnapshot(snapshot);
    const files = drawnFiles(snapshot, await ports.renderer());
    const interrupted = interruptions(inspection);
    if (isRefusal(validated)) {
      return { ...nothing, root, files, problem: problemOf(validated), findings: interrupted };
    }
    const { bundle } = validated;
    const { next, ...stands } = readStatus(
      bundle,
      validated.findings,
      revisedWarnings(bundle, ports.sha256),
    );
    const { tracker_id, mode_status, profile, execution_readiness, goal, last_updated } = stands;
    return {
      ...nothing,
      root,
      record: {
        tracker_id,
        mode_status,
        profile,
        execution_readiness,
        goal,
        last_updated,
        next: next.text,
        snapshot: partFields(bundle, 'snapshot'),
        checkpoint: partFields(bundle, 'checkpoint'),
        entries: overview(bundle),
      },
      files,
      findings: [...interrupted, ...validated.findings],
      warnings: warnings(bundle, snapshot),
    };
  },
});

const nothing = { record: null, problem: null, files: [], findings: [], warnings: [] } as const;

function problemOf({ code, message, next }: Refusal) {
  return { code, message, ...(next === undefined ? {} : { next }) };
}

function drawnFiles({ texts }: BundleSnapshot, renderer: Renderer) {
  const order = ['index.md', 'context.md', 'decisions.md', 'actions.md', 'evidence.md'];
  const place = (path: string): number =>
    order.includes(path) ? order.indexOf(path) : order.length;
  return [...texts]
    .sort(([left], [right]) => place(left) - place(right) || (left < right ? -1 : 1))
    .map(([path, text]) => ({ path, html: draw(path, text, renderer) }));
}

/** The fields of `index.md` stand on lines of their own, which Markdown would join. */
function draw(path: string, text: string, renderer: Renderer): string {
  if (path === 'index.md') return renderer.message(text);
  return renderer
    .markdown(text)
    .sections.map(({ html }) => html)
    .join('');
}
