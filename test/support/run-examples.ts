import { expect } from 'vitest';
import type { ExampleShell } from './example-shell.ts';

/** How an example is run. Without anything: as it stands, to status 0. */
export interface RunOptions {
  /** What its words that stand for something are. */
  readonly fill?: readonly (readonly [string, string])[];
  /** Variables that are set for it, as a shell sets them. */
  readonly environment?: string;
  /** What a command that is only named needs to do its work. */
  readonly more?: string;
  readonly input?: string;
  /** The status that the skill or the reference names, if it is not 0. */
  readonly status?: number;
  /** What standard output must hold. */
  readonly prints?: string | RegExp;
}

/** What is done with an example. */
export type ExampleRun = (example: string) => Promise<unknown>;

/**
 * Does every example in its order by the way that is written for it; an example without a way, or a way without an
 * example, fails. Several ways are for the first, the second, … time that the same example stands.
 */
export async function doAll(
  examples: readonly string[],
  runners: Readonly<Record<string, ExampleRun | readonly ExampleRun[]>>,
): Promise<void> {
  expect([...new Set(examples)].sort()).toEqual(Object.keys(runners).sort());
  const times = new Map<string, number>();
  for (const example of examples) {
    const time = times.get(example) ?? 0;
    times.set(example, time + 1);
    const found = runners[example];
    const run = typeof found === 'function' ? found : found?.[time];
    if (run === undefined) throw new Error(`no way for the ${time + 1}. ${example}`);
    await run(example);
  }
}

/** Runs an example in a shell, filled in. */
export function runs(shell: ExampleShell, options: RunOptions = {}): ExampleRun {
  const { environment = '', fill = [], more = '', input, status = 0, prints } = options;
  return async (example) => {
    const line = `${environment} ${filled(example, fill)} ${more}`.trim();
    const ran = await shell.run(line, input);
    expect({ line, ...ran }, ran.stderr + ran.stdout).toMatchObject({ line, code: status });
    if (prints !== undefined) expect(ran.stdout).toMatch(prints);
  };
}

/** An example with values for its words that stand for something. */
export function filled(example: string, fill: readonly (readonly [string, string])[]): string {
  const left = fill.reduce((text, [name]) => text.replaceAll(name, ''), example);
  expect(left, 'all that stands for something is filled in').not.toMatch(/…|\b[A-Z]{4,}\b| N\b/);
  return fill.reduce((text, [name, value]) => text.replaceAll(name, () => value), example);
}
