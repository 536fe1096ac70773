import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journalName } from '../../src/core/bundle/journal.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { bundleDay } from '../support/bundle-day.ts';
import { type BundleDesk, type Deed, makeDesk } from '../support/bundle-desk.ts';
import { type Failure, failingFiles, Killed } from '../support/failing-files.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-bundle-crash-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const long = process.env['DISCUSS_LONG_TESTS'] === '1';
const whens: readonly NonNullable<Failure['when']>[] = ['before', 'during', 'after'];

function openDesk(name: string): BundleDesk {
  const [directory, aside] = [join(folder, name), join(folder, `${name}-aside`)];
  for (const made of [directory, aside]) mkdirSync(made);
  return makeDesk(directory, aside);
}

const at = (deed: Deed, root: string | undefined): Deed =>
  root === undefined ? deed : { ...deed, input: { ...deed.input, root } };
const asList = (files: ReadonlyMap<string, string>) => [...files];

/** Runs a deed so that it dies; answers the number of steps that it would have taken. */
async function countSteps(desk: BundleDesk, deed: Deed, minute: number): Promise<number> {
  const files = failingFiles();
  const output = await desk.run(deed, minute, files);
  if (isRefusal(output))
    throw new Error(
      `${deed.action}: ${output.code} ${output.message} ${JSON.stringify(output.details)}`,
    );
  return files.steps;
}

/** The doctor is called to every folder that is there, and each is whole after that. */
async function repairAll(desk: BundleDesk): Promise<void> {
  for (const root of desk.roots()) {
    const output = await desk.do({ action: 'bundle-doctor', input: { root, repair: true } }, 600);
    expect(output).toMatchObject({ ok: true, findings: [] });
  }
  for (const root of desk.roots()) {
    expect([...desk.files(root).keys()].filter((path) => !path.endsWith('.md'))).toEqual([]);
  }
}

/** What a reader is told right after the death: the old state, the new one, or that a write was interrupted. */
async function checkReader(desk: BundleDesk, states: readonly unknown[]): Promise<void> {
  for (const root of desk.roots()) {
    const read = await desk.run({ action: 'bundle-status', input: { root } }, 602);
    if (isRefusal(read)) expect(['interrupted_write', 'not_a_bundle']).toContain(read.code);
    else
      expect(states).toContainEqual(
        asList(desk.files(root)).filter(([path]) => path.endsWith('.md')),
      );
  }
}

describe('a process that dies at any step of any command (bundle contract 3)', () => {
  it('leaves a bundle that a doctor makes whole: as before, or as meant', async () => {
    const desk = openDesk('all');
    let kills = 0;
    for (const [minute, raw] of bundleDay.entries()) {
      const deed = at(raw, desk.roots()[0]);
      // In the short suite every command dies once at each of its steps; their variants write in the same way.
      const isFirst = bundleDay.findIndex(({ action }) => action === raw.action) === minute;
      if (!long && !isFirst) {
        await desk.do(deed, minute);
        continue;
      }
      desk.save();
      const before = desk.roots().map((root) => asList(desk.files(root)));
      const steps = await countSteps(desk, deed, minute);
      const after = desk.roots().map((root) => asList(desk.files(root)));
      expect(steps).toBeGreaterThan(5);
      for (let step = 1; step <= steps; step += 1) {
        const chosen = long ? whens : [whens[(step + minute) % whens.length] ?? 'before'];
        for (const when of chosen) {
          desk.restore();
          const dying = desk.run(deed, minute, failingFiles({ at: step, when }));
          await expect(dying).rejects.toThrow(Killed);
          kills += 1;
          await checkReader(desk, [...before, ...after]);
          await repairAll(desk);
          const now = desk.roots().map((root) => asList(desk.files(root)));
          expect([before, after]).toContainEqual(now);
        }
      }
      desk.restore();
      await desk.do(deed, minute);
    }
    expect(kills).toBeGreaterThan(long ? 500 : 150);
    expect(desk.roots()).toHaveLength(1);
  });

  it('leaves it so when the doctor dies too', async () => {
    const desk = openDesk('doctor');
    await desk.do(bundleDay[0] ?? { action: '', input: {} }, 0);
    const [root = ''] = desk.roots();
    const deed = at(bundleDay[3] ?? { action: '', input: {} }, root);
    const dying = desk.run(deed, 3, failingFiles({ at: 8, when: 'after' }));
    await expect(dying).rejects.toThrow(Killed);
    expect(desk.files(root).has(journalName)).toBe(true);
    desk.save();
    const doctor: Deed = { action: 'bundle-doctor', input: { root, repair: true } };
    const steps = await countSteps(desk, doctor, 10);
    const whole = asList(desk.files(root));
    expect(steps).toBeGreaterThan(3);
    for (let step = 1; step <= steps; step += 1) {
      for (const when of whens) {
        desk.restore();
        await expect(desk.run(doctor, 10, failingFiles({ at: step, when }))).rejects.toThrow(
          Killed,
        );
        await repairAll(desk);
        expect(asList(desk.files(root))).toEqual(whole);
      }
    }
  });

  it('takes nothing from a person who edits before the doctor comes', async () => {
    const desk = openDesk('edited');
    await desk.do(bundleDay[0] ?? { action: '', input: {} }, 0);
    const [root = ''] = desk.roots();
    const deed = at(bundleDay[3] ?? { action: '', input: {} }, root);
    desk.save();
    const steps = await countSteps(desk, deed, 3);
    for (let step = 1; step <= steps; step += 1) {
      for (const path of ['context.md', 'evidence.md', 'decisions.md', 'index.md']) {
        desk.restore();
        await expect(desk.run(deed, 3, failingFiles({ at: step, when: 'after' }))).rejects.toThrow(
          Killed,
        );
        const text = `${desk.files(root).get(path)}\nA remark by hand, step ${step}.\n`;
        writeFileSync(join(root, path), text);
        await repairAll(desk);
        expect(desk.files(root).get(path)).toContain(`A remark by hand, step ${step}.`);
      }
    }
  });
});
