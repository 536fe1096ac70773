import type { Finding } from '../../finding.ts';
import type { Bundle } from '../bundle.ts';
import { kindOfId } from '../entry-id.ts';
import { type Phase, wavesOf } from '../phase-file.ts';

/** Phases: ids of their own, known dependencies, no cycle, and each one wave behind what it depends on. */
export function phaseFindings({ phases }: Bundle): Finding[] {
  const waves = wavesOf(phases);
  const ids = new Set(phases.map(({ id }) => id));
  return phases.flatMap((phase) => [
    ...idFindings(phase, phases),
    ...dependencyFindings(phase, ids),
    ...waveFindings(phase, { waves, ids }),
  ]);
}

function finding(phase: Phase, rule: string, texts: [string, string]): Finding {
  const ids = phase.id === undefined ? [] : [phase.id];
  return { rule, ids, path: phase.path, detail: texts[0], next: texts[1] };
}

function idFindings(phase: Phase, phases: readonly Phase[]): Finding[] {
  const { id, path } = phase;
  if (id === undefined) {
    const next = 'begin the file with a heading such as `# P01 — Parser`';
    return [finding(phase, 'phase_id', [`${path} names no phase id`, next])];
  }
  const findings: Finding[] = [];
  const first = phases.find((phase) => phase.id === id);
  if (first !== phase) {
    const detail = `${id} is the id of ${first?.path ?? 'another file'} too`;
    findings.push(finding(phase, 'phase_id', [detail, 'give the later phase the next free id']));
  }
  if (!new RegExp(`^phases/${id}-[a-z0-9]+(?:-[a-z0-9]+)*\\.md$`).test(path)) {
    const detail = `the file of ${id} is ${path}`;
    findings.push(finding(phase, 'phase_path', [detail, `name it phases/${id}-<words>.md`]));
  }
  return findings;
}

function dependencyFindings(phase: Phase, ids: ReadonlySet<string | undefined>): Finding[] {
  return phase.dependsOn
    .filter(({ id }) => kindOfId(id) === 'phase' && !ids.has(id))
    .map(({ id }) =>
      finding(phase, 'phase_dependency', [
        `${phase.path} depends on ${id}, which is not there`,
        'add the phase, or correct the dependency',
      ]),
    );
}

function waveFindings(
  phase: Phase,
  { waves, ids }: { waves: ReadonlyMap<string, number>; ids: ReadonlySet<string | undefined> },
): Finding[] {
  const { id, wave, dependsOn } = phase;
  if (id === undefined || dependsOn.some(({ id }) => !ids.has(id))) return [];
  const expected = waves.get(id);
  if (expected === undefined) {
    const detail = `${id} depends on itself, directly or through others`;
    return [finding(phase, 'phase_cycle', [detail, 'break the cycle'])];
  }
  if (wave === expected) return [];
  const detail = `${id} is in wave ${wave ?? 'none'}, and its dependencies put it in wave ${expected}`;
  return [finding(phase, 'phase_wave', [detail, `write \`Wave: ${expected}\``])];
}
