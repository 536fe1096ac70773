import type { BundleStep } from './bundle-fixture.ts';

const options = [
  { label: 'Minimal fix', description: 'One file', recommended: true },
  { label: 'Cleanup', description: 'Ten files' },
];
const ask = (prompt: string, extra: Readonly<Record<string, unknown>> = {}): BundleStep => ({
  action: 'bundle-ask',
  input: { header: 'Scope', prompt, options, ...extra },
});
const context = (section: string, text: string): BundleStep => ({
  action: 'bundle-context',
  input: { section, text },
});

/** Every command that writes, in an order in which each of them succeeds; the first makes the bundle. */
export const bundleSteps: readonly BundleStep[] = [
  { action: 'bundle-new', input: { topic: 'Parser fix', goal: 'A right parser' } },
  context('in-scope', 'The parser'),
  {
    action: 'bundle-source',
    input: { claim: 'It is slow', classification: 'verified', source: 'bench.ts' },
  },
  ask('Which scope?'),
  ask('And then?'),
  { action: 'bundle-answer', input: { words: '2, but only the parser' } },
  { action: 'bundle-answer', input: { words: '1' } },
  ask('Which name?', { material: false, default: '1' }),
  { action: 'bundle-answer', input: { words: '', via: 'timed_out' } },
  { action: 'bundle-decide', input: { text: 'Clean up', from: 'Q001' } },
  {
    action: 'bundle-decide',
    input: { text: 'And rename', supersedes: ['D001'], rests_on: ['Q002'] },
  },
  { action: 'bundle-decide', input: { accept: 'D002', words: 'yes' } },
  { action: 'bundle-assume', input: { text: 'Nobody uses the flag' } },
  { action: 'bundle-require', input: { text: 'No slower' } },
  {
    action: 'bundle-action-start',
    input: { scope: 'Rename', touches: ['a.ts'], words: 'yes, rename' },
  },
  {
    action: 'bundle-action-finish',
    input: { result: 'completed', changed: ['a.ts'], checks: 'npm test' },
  },
  { action: 'bundle-evidence', input: { text: 'It is faster now' } },
  {
    action: 'bundle-checkpoint',
    input: { last_completed: 'Rename', next: 'Plan', profile: 'Durable' },
  },
  { action: 'bundle-handoff', input: { part: 'plan', text: '1. Fix' } },
  { action: 'bundle-handoff', input: { part: 'verification', text: 'Run the tests' } },
  { action: 'bundle-handoff', input: { part: 'phase', title: 'Parser', text: '1. Fix' } },
  { action: 'bundle-evidence', input: { text: 'Begin here', kind: 'handoff' } },
  ...['out-of-scope', 'constraints', 'baseline', 'preservation-requirements', 'risks'].map(
    (section) => context(section, 'None'),
  ),
  { action: 'bundle-pause', input: {} },
  { action: 'bundle-resume', input: {} },
  { action: 'bundle-exit', input: { target: 'execute' } },
];
