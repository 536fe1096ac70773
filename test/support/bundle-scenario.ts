import { createHash } from 'node:crypto';
import { type Bundle, readBundle } from '../../src/core/bundle/bundle.ts';
import type { Texts } from '../../src/core/bundle/edit.ts';
import { initialFiles, type NewBundle } from '../../src/core/bundle/initial-files.ts';
import { validateSnapshot } from '../../src/core/bundle/rules/validate.ts';
import type { BundleSnapshot, FileFault } from '../../src/core/bundle/snapshot.ts';
import type {
  Circumstances,
  RepositoryFacts,
  Transition,
} from '../../src/core/bundle/transition.ts';
import type { AskInput } from '../../src/core/bundle/transitions/ask.ts';
import { propose } from '../../src/core/bundle/transitions/propose.ts';
import type { Finding } from '../../src/core/finding.ts';
import { isRefusal, type Refusal } from '../../src/core/refusal.ts';

/** A bundle in memory, to which a test does one thing after the other; a minute passes with each. */
export interface Scenario {
  texts: Texts;
  faults: BundleSnapshot['faults'];
  root: string;
  repository: RepositoryFacts | undefined;
  /** Does something that must succeed. */
  do<Input, Outcome>(transition: Transition<Input, Outcome>, input: Input): Outcome;
  /** Does something that must be refused, and checks that nothing has changed. */
  refused<Input, Outcome>(transition: Transition<Input, Outcome>, input: Input): Refusal;
  /** A person edits a file; the words must be there. */
  edit(path: string, from: string | RegExp, to: string): void;
  add(path: string, text: string): void;
  fault(path: string, fault: FileFault): void;
  bundle(): Bundle;
  findings(): readonly Finding[];
  /** The rules that the bundle breaks, each with its ids: `id_clash D007`. */
  broken(): string[];
  text(path: string): string;
}

export const trackerId = '0193a4f0-0000-7000-8000-000000000001';

/** Makes the circumstances of a command: the given minute of a day, keys that count up. */
export function circumstancesAt(minute: number, more: Partial<Circumstances> = {}): Circumstances {
  let made = 0;
  const time = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return {
    at: `2026-11-30T${time}:00+01:00`,
    newKey: () => {
      made += 1;
      return `k${String(minute).padStart(4, '0')}${String(made).padStart(3, '0')}`;
    },
    sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    root: '/work tree/discussion/2026-11-30-no1-parser',
    ...more,
  };
}

/** Begins a bundle, with the time at minute 0. */
export function startScenario(beginning: Partial<NewBundle> = {}): Scenario {
  const topic = 'Parser fix';
  const workspace = '/work tree';
  const files = initialFiles({ trackerId, topic, workspace, ...beginning }, circumstancesAt(0));
  return scenarioOf(files, 1);
}

/** Goes on with the files of a bundle; `minute` is when the next thing happens. */
export function scenarioOf(files: Texts, minute: number): Scenario {
  let now = minute;
  const scenario: Scenario = {
    texts: files,
    faults: [],
    root: circumstancesAt(0).root,
    repository: undefined,
    do(transition, input) {
      const proposal = attempt(transition, input);
      if (isRefusal(proposal))
        throw new Error(
          `${proposal.code}: ${proposal.message}\n${JSON.stringify(proposal.details)}`,
        );
      scenario.texts = proposal.texts;
      return proposal.outcome;
    },
    refused(transition, input) {
      const proposal = attempt(transition, input);
      if (!isRefusal(proposal)) throw new Error(`not refused: ${JSON.stringify(proposal.outcome)}`);
      return proposal;
    },
    edit(path, from, to) {
      const text = scenario.text(path);
      const edited = text.replace(from, () => to);
      if (edited === text) throw new Error(`${path} has no ${String(from)}`);
      scenario.texts = new Map(scenario.texts).set(path, edited);
    },
    add(path, text) {
      scenario.texts = new Map(scenario.texts).set(path, text);
    },
    fault(path, fault) {
      const texts = new Map(scenario.texts);
      texts.delete(path);
      scenario.texts = texts;
      scenario.faults = [...scenario.faults, { path, fault }];
    },
    bundle() {
      const bundle = readBundle(scenario.texts);
      if (isRefusal(bundle)) throw new Error(bundle.message);
      return bundle;
    },
    findings() {
      const validated = validateSnapshot(snapshot());
      if (isRefusal(validated)) throw new Error(validated.message);
      return validated.findings;
    },
    broken: () => scenario.findings().map(({ rule, ids }) => [rule, ...ids].join(' ')),
    text: (path) => scenario.texts.get(path) ?? '',
  };
  const snapshot = (): BundleSnapshot => ({
    root: scenario.root,
    texts: scenario.texts,
    faults: scenario.faults,
  });
  const attempt = <Input, Outcome>(transition: Transition<Input, Outcome>, input: Input) => {
    const { root, repository } = scenario;
    const circumstances = circumstancesAt(now, {
      root,
      ...(repository === undefined ? {} : { repository }),
    });
    now += 1;
    return propose(snapshot(), { transition, input }, circumstances);
  };
  return scenario;
}

/** A question with three sound options. */
export function scopeQuestion(more: Partial<AskInput> = {}): AskInput {
  return {
    header: 'Scope',
    prompt: 'Which scope should the fix take?',
    options: [
      { label: 'Minimal fix', description: 'One file; the old path stays.', recommended: true },
      { label: 'Broader cleanup', description: 'Ten files; the old path goes.' },
      { label: 'Planning only', description: 'No file changes yet.' },
    ],
    ...more,
  };
}
