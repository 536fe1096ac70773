import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journalName } from '../../src/core/bundle/journal.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import {
  type BundleFixture,
  type BundleStep,
  makeBundleFixture,
} from '../support/bundle-fixture.ts';
import { bundleSteps } from '../support/bundle-steps.ts';
import { type Failure, failingFiles, Killed } from '../support/failing-files.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-bundle-crash-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const long = process.env['DISCUSS_LONG_TESTS'] === '1';
const whens: readonly NonNullable<Failure['when']>[] = ['before', 'during', 'after'];

function openDesk(name: string): BundleFixture {
  const [directory, aside] = [join(folder, name), join(folder, `${name}-aside`)];
  for (const made of [directory, aside]) mkdirSync(made);
  return makeBundleFixture(directory, aside);
}

const at = (command: BundleStep, root: string | undefined): BundleStep =>
  root === undefined ? command : { ...command, input: { ...command.input, root } };
const asList = (files: ReadonlyMap<string, string>) => [...files];

/** Runs a command so that it dies; returns the number of steps that it would have taken. */
async function countSteps(
  fixture: BundleFixture,
  command: BundleStep,
  minute: number,
): Promise<number> {
  const files = failingFiles();
  const output = await fixture.run(command, minute, files);
  if (isRefusal(output))
    throw new Error(
      `${command.action}: ${output.code} ${output.message} ${JSON.stringify(output.details)}`,
    );
  return files.steps;
}

/** The doctor is called to every folder that is there, and each is whole after that. */
async function repairAll(fixture: BundleFixture): Promise<void> {
  for (const root of fixture.roots()) {
    const output = await fixture.do(
      { action: 'bundle-doctor', input: { root, repair: true } },
      600,
    );
    expect(output).toMatchObject({ ok: true, findings: [] });
  }
  for (const root of fixture.roots()) {
    expect([...fixture.files(root).keys()].filter((path) => !path.endsWith('.md'))).toEqual([]);
  }
}

/** What a reader is told right after the death: the old state, the new one, or that a write was interrupted. */
async function checkReader(fixture: BundleFixture, states: readonly unknown[]): Promise<void> {
  for (const root of fixture.roots()) {
    const read = await fixture.run({ action: 'bundle-status', input: { root } }, 602);
    if (isRefusal(read)) expect(['interrupted_write', 'not_a_bundle']).toContain(read.code);
    else
      expect(states).toContainEqual(
        asList(fixture.files(root)).filter(([path]) => path.endsWith('.md')),
      );
  }
}

describe('a process that dies at any step of any command (bundle contract 3)', () => {
  it('leaves a bundle that a doctor makes whole: as before, or as meant', async () => {
    const fixture = openDesk('all');
    let kills = 0;
    for (const [minute, raw] of bundleSteps.entries()) {
      const command = at(raw, fixture.roots()[0]);
      // In the short suite every command dies once at each of its steps; their variants write in the same way.
      const isFirst = bundleSteps.findIndex(({ action }) => action === raw.action) === minute;
      if (!long && !isFirst) {
        await fixture.do(command, minute);
        continue;
      }
      fixture.save();
      const before = fixture.roots().map((root) => asList(fixture.files(root)));
      const steps = await countSteps(fixture, command, minute);
      const after = fixture.roots().map((root) => asList(fixture.files(root)));
      expect(steps).toBeGreaterThan(5);
      for (let step = 1; step <= steps; step += 1) {
        const chosen = long ? whens : [whens[(step + minute) % whens.length] ?? 'before'];
        for (const when of chosen) {
          fixture.restore();
          const dying = fixture.run(command, minute, failingFiles({ at: step, when }));
          await expect(dying).rejects.toThrow(Killed);
          kills += 1;
          await checkReader(fixture, [...before, ...after]);
          await repairAll(fixture);
          const now = fixture.roots().map((root) => asList(fixture.files(root)));
          expect([before, after]).toContainEqual(now);
        }
      }
      fixture.restore();
      await fixture.do(command, minute);
    }
    expect(kills).toBeGreaterThan(long ? 500 : 150);
    expect(fixture.roots()).toHaveLength(1);
  });

  it('leaves it so when the doctor dies too', async () => {
    const fixture = openDesk('doctor');
    await fixture.do(bundleSteps[0] ?? { action: '', input: {} }, 0);
    const [root = ''] = fixture.roots();
    const command = at(bundleSteps[3] ?? { action: '', input: {} }, root);
    const dying = fixture.run(command, 3, failingFiles({ at: 8, when: 'after' }));
    await expect(dying).rejects.toThrow(Killed);
    expect(fixture.files(root).has(journalName)).toBe(true);
    fixture.save();
    const doctor: BundleStep = { action: 'bundle-doctor', input: { root, repair: true } };
    const steps = await countSteps(fixture, doctor, 10);
    const whole = asList(fixture.files(root));
    expect(steps).toBeGreaterThan(3);
    for (let step = 1; step <= steps; step += 1) {
      for (const when of whens) {
        fixture.restore();
        await expect(fixture.run(doctor, 10, failingFiles({ at: step, when }))).rejects.toThrow(
          Killed,
        );
        await repairAll(fixture);
        expect(asList(fixture.files(root))).toEqual(whole);
      }
    }
  });

  it('takes nothing from a person who edits before the doctor comes', async () => {
    const fixture = openDesk('edited');
    await fixture.do(bundleSteps[0] ?? { action: '', input: {} }, 0);
    const [root = ''] = fixture.roots();
    const command = at(bundleSteps[3] ?? { action: '', input: {} }, root);
    fixture.save();
    const steps = await countSteps(fixture, command, 3);
    for (let step = 1; step <= steps; step += 1) {
      for (const path of ['context.md', 'evidence.md', 'decisions.md', 'index.md']) {
        fixture.restore();
        await expect(
          fixture.run(command, 3, failingFiles({ at: step, when: 'after' })),
        ).rejects.toThrow(Killed);
        const text = `${fixture.files(root).get(path)}\nA remark by hand, step ${step}.\n`;
        writeFileSync(join(root, path), text);
        await repairAll(fixture);
        expect(fixture.files(root).get(path)).toContain(`A remark by hand, step ${step}.`);
      }
    }
  });
});
