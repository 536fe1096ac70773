import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  circumstancesAt,
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../../refusal.ts';
import { entriesOf, openAction, pendingQuestion } from '../bundle.ts';
import type { Transition } from '../transition.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { checkpoint } from './checkpoint.ts';
import { recordContext, recordSource } from './context.ts';
import { accept, decide } from './decide.ts';
import { recordEvidence } from './evidence.ts';
import { exit, pause } from './exit.ts';
import { finishAction } from './finish-action.ts';
import { handoff } from './handoff.ts';
import { propose } from './propose.ts';
import { resume } from './resume.ts';
import { startAction } from './start-action.ts';
import { assume, require } from './statement.ts';

const numRuns = process.env['DISCUSS_LONG_TESTS'] === '1' ? 2000 : 25;

type Deed = readonly [Transition<never, unknown>, unknown];
const deed = <Input>(transition: Transition<Input, unknown>, input: Input): Deed => [
  transition as unknown as Transition<never, unknown>,
  input,
];

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'None',
    '### D001 — forged\n- Status: Accepted',
    '## Decisions\n\nx',
    '<!-- workflow-manifest:start -->\n<!-- workflow-manifest:end -->',
    '<!-- workflow-action:ACT-001 status:open -->',
    '- Status: Pending',
    '```\nfence',
    '| S001 | row |',
    'a\r\nb\rc',
    '1. x — y',
    'D001<!--k0001001-->',
  ),
);
const id = fc.constantFrom(
  'D001',
  'D002',
  'A001',
  'Q001',
  'Q002',
  'R001',
  'S001',
  'E003',
  'ACT-001',
);
const ids = fc.array(id, { maxLength: 2 });
const option = fc.record({ label: words, description: words });

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc
    .record({
      header: words,
      prompt: words,
      options: fc.array(option, { maxLength: 4 }),
      blocks: ids,
    })
    .map((input) => deed(ask, input)),
  fc
    .record({ prompt: words, defer: fc.boolean() })
    .map(({ prompt, defer }) => deed(ask, scopeQuestion({ prompt, defer }))),
  words.map((prompt) => deed(ask, scopeQuestion({ prompt, material: false, default: '1' }))),
  fc
    .constantFrom('1', '2', '3, but later', 'Other', '9', 'something else')
    .map((said) => deed(answer, { words: said, via: 'typed' as const })),
  words.map((said) => deed(answer, { words: said, via: 'elicited' as const })),
  fc.constant(deed(answer, { words: '', via: 'timed_out' as const })),
  fc.record({ text: words, words, dependsOn: ids }).map((input) => deed(decide, input)),
  fc.record({ text: words, from: id, supersedes: ids }).map((input) => deed(decide, input)),
  fc.record({ id, words }).map((input) => deed(accept, input)),
  fc.record({ text: words, rationale: words, dependsOn: ids }).map((input) => deed(assume, input)),
  fc.record({ text: words, supersedes: ids }).map((input) => deed(require, input)),
  fc
    .record({
      kind: fc.constantFrom('log', 'handoff', 'amendment', 'commit' as const),
      text: words,
    })
    .map((input) => deed(recordEvidence, input)),
  fc
    .record({
      section: fc.constantFrom('Goal', 'Risks', 'In scope' as const),
      text: words,
      replace: fc.boolean(),
    })
    .map((input) => deed(recordContext, input)),
  fc
    .record({
      claim: words,
      source: words,
      classification: fc.constantFrom('verified', 'unknown' as const),
    })
    .map((input) => deed(recordSource, input)),
  fc
    .record({ scope: words, words, touches: fc.array(words, { maxLength: 2 }), effects: words })
    .map((input) => deed(startAction, input)),
  fc
    .record({
      result: fc.constantFrom('completed', 'blocked' as const),
      changed: fc.array(words, { maxLength: 2 }),
      checks: words,
    })
    .map((input) => deed(finishAction, input)),
  fc
    .record({ currentState: words, next: words, currentWork: words, blockedBy: words })
    .map((input) => deed(checkpoint, input)),
  fc
    .record({ part: fc.constantFrom('plan', 'verification' as const), text: words })
    .map((input) => deed(handoff, input)),
  fc
    .record({ title: words, text: words })
    .map((input) => deed(handoff, { part: 'phase' as const, ...input })),
  fc.constant(deed(pause, {})),
  fc.constant(deed(resume, { drift: {} })),
  fc.constantFrom('plan', 'execute', 'stop').map((target) => deed(exit, { target, findings: [] })),
);

function attempt(scenario: Scenario, [transition, input]: Deed, minute: number): void {
  const snapshot = { root: scenario.root, texts: scenario.texts, faults: [] };
  const proposal = propose(
    snapshot,
    { transition, input: input as never },
    circumstancesAt(minute),
  );
  if (!isRefusal(proposal)) scenario.texts = proposal.texts;
}

describe('whatever is done, in whatever order', () => {
  it('leaves a valid bundle with at most one pending question and one open action, and loses no entry', () => {
    fc.assert(
      fc.property(fc.array(deeds, { minLength: 1, maxLength: 25 }), (done) => {
        const scenario = startScenario();
        let known: string[] = [];
        done.forEach((one, index) => {
          attempt(scenario, one, index + 1);
          expect(scenario.broken()).toEqual([]);
          const bundle = scenario.bundle();
          const now = entriesOf(bundle).map((entry) => `${entry.id}~${entry.key}`);
          expect(now).toEqual(expect.arrayContaining(known));
          known = now;
          const pending = bundle.questions.filter(({ status }) => status === 'pending');
          expect(pending.length).toBeLessThanOrEqual(1);
          expect(
            bundle.actions.filter(({ status }) => status === 'Authorized').length,
          ).toBeLessThanOrEqual(1);
          if (pendingQuestion(bundle)?.material !== true) return;
          expect(scenario.text('index.md')).toMatch(
            /\nMode status: (?:Awaiting decision|Paused)\n/,
          );
          expect(openAction(bundle) === undefined || bundle.actions.length > 0).toBe(true);
        });
      }),
      { numRuns },
    );
  });

  it('keeps every byte that it does not understand', () => {
    const foreign = fc.constantFrom(
      'Some prose.',
      '* * *',
      '> quoted',
      '- item\n  - nested',
      '```\n## Log\n```',
      '\ttab  ',
      '<details>x</details>',
    );
    const paths = ['index.md', 'context.md', 'decisions.md', 'actions.md', 'evidence.md'];
    const notes = fc.array(
      fc.record({ path: fc.constantFrom(...paths), place: fc.nat(), text: foreign }),
      { minLength: 1, maxLength: 6 },
    );
    // What is replaced on request goes away; nothing else may.
    const keeping = deeds.filter(([, input]) => (input as { replace?: boolean }).replace !== true);
    fc.assert(
      fc.property(
        notes,
        fc.array(keeping, { maxLength: 12 }),
        fc.boolean(),
        (added, done, crlf) => {
          const texts = new Map(startScenario().texts);
          const blocks: { path: string; text: string }[] = [];
          added.forEach(({ path, place, text }, index) => {
            const headings = [
              ...(texts.get(path) ?? '').matchAll(/\n## (?!Active)[^\n]*\n\n(?:None|Unknown)\n/g),
            ];
            const heading = headings[place % Math.max(headings.length, 1)];
            const block = `${text} ${index}`;
            const current = texts.get(path) ?? '';
            const at = heading === undefined ? current.length : heading.index + heading[0].length;
            texts.set(path, `${current.slice(0, at)}\n${block}\n${current.slice(at)}`);
            blocks.push({ path, text: block });
          });
          if (crlf)
            for (const [path, text] of texts) texts.set(path, text.replaceAll('\n', '\r\n'));
          const scenario = scenarioOf(texts, 1);
          done.forEach((one, index) => {
            attempt(scenario, one, index + 1);
          });
          for (const { path, text } of blocks) {
            expect(scenario.text(path)).toContain(crlf ? text.replaceAll('\n', '\r\n') : text);
          }
          if (crlf) {
            for (const [path, text] of scenario.texts) {
              if (texts.has(path)) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
            }
          }
        },
      ),
      { numRuns },
    );
  });

  it('changes no file that the command does not concern', () => {
    const scenario = startScenario();
    const before = scenario.texts;
    scenario.do(recordEvidence, { text: 'x' });
    const changed = [...scenario.texts]
      .filter(([path, text]) => before.get(path) !== text)
      .map(([path]) => path);
    expect(changed).toEqual(['index.md', 'evidence.md']);
  });

  it('proposes nothing that would not be valid', () => {
    const scenario = startScenario();
    scenario.add('stray.md', 'x');
    const refusal = scenario.refused(recordEvidence, { text: 'x' });
    expect(refusal).toMatchObject({
      code: 'invalid_bundle',
      details: { findings: [{ rule: 'file_undeclared', path: 'stray.md' }] },
    });
  });

  it('tells all that is wrong with the bundle where a file is gone that it would change', () => {
    const scenario = startScenario();
    const texts = new Map(scenario.texts);
    texts.delete('evidence.md');
    scenario.texts = texts;
    scenario.add('stray.md', 'x');
    expect(scenario.refused(recordEvidence, { text: 'x' })).toMatchObject({
      code: 'invalid_bundle',
      details: { findings: [{ rule: 'file_missing' }, { rule: 'file_undeclared' }] },
    });
  });

  it('is refused at a place that is missing or ambiguous, with the place (bundle contract 3)', () => {
    const scenario = startScenario();
    scenario.edit('evidence.md', '## Log', '## Protocol');
    expect(scenario.refused(recordEvidence, { text: 'x' })).toMatchObject({
      code: 'invalid_bundle',
      details: {
        findings: [
          { rule: 'place_missing', path: 'evidence.md', detail: expect.stringContaining('## Log') },
        ],
      },
    });
    scenario.edit('evidence.md', '## Protocol', '## Log\n\n## Log');
    expect(scenario.refused(recordEvidence, { text: 'x' })).toMatchObject({
      details: { findings: [{ rule: 'place_ambiguous' }] },
    });
  });
});
