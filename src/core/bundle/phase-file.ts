import { omitUndefined } from '../omit-undefined.ts';
import { type Reference, readReferences } from './entry-id.ts';
import { readFields } from './field.ts';
import { readMarkdown } from './markdown-file.ts';

/** A phase of the plan, one file each: `phases/P01-parser.md`. */
export interface Phase {
  readonly path: string;
  /** Undefined when the file names none. */
  readonly id?: string;
  readonly title: string;
  readonly dependsOn: readonly Reference[];
  /** Undefined when the file names none. */
  readonly wave?: number;
}

/** Whether a path is that of a phase file. */
export function isPhasePath(path: string): boolean {
  return /^phases\/[^/]+\.md$/.test(path);
}

/** Reads a phase: its id from the first heading, else from the file's name; dependencies and wave from its fields. */
export function readPhase(path: string, text: string): Phase {
  const file = readMarkdown(path, text);
  const fields = readFields(file, { from: 0, to: file.lines.length });
  const value = (...keys: string[]): string | undefined =>
    fields.find(({ key }) => keys.includes(key.toLowerCase()))?.value;
  const heading = file.lines.find((line) => line.heading?.level === 1)?.heading?.title ?? '';
  const match = /^(P\d{2,6})(?!\w)[\s:.—–-]*(.*)$/u.exec(heading);
  const id = match?.[1] ?? value('phase id') ?? /^phases\/(P\d{2,6})(?!\d)/.exec(path)?.[1];
  const wave = /^\d{1,6}$/.exec(value('wave') ?? '')?.[0];
  return {
    path,
    title: (match?.[2] ?? heading).replace(/\s*<!--.*?-->\s*$/, ''),
    dependsOn: readReferences(value('depends on', 'dependencies') ?? ''),
    ...omitUndefined({ id, wave: wave === undefined ? undefined : Number(wave) }),
  };
}

/** The wave that each phase belongs to: 1 + the greatest wave it depends on; a phase in or behind a cycle has none. */
export function wavesOf(phases: readonly Phase[]): ReadonlyMap<string, number> {
  const waves = new Map<string, number>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const { id, dependsOn } of phases) {
      if (id === undefined || waves.has(id)) continue;
      const dependencies = dependsOn.map((reference) => waves.get(reference.id));
      if (dependencies.some((wave) => wave === undefined)) continue;
      waves.set(id, 1 + Math.max(0, ...dependencies.map((wave) => wave ?? 0)));
      changed = true;
    }
  }
  return waves;
}
