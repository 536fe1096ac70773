import type { ActionEntry } from '../kit/action.ts';
import { flagOption, textOption } from '../kit/bindings.ts';
import { common, many, statement, text, writes } from './shared/bundle-cli-options.ts';

/** One tool that starts and finishes actions. */
const bundleAction = writes('bundle_action');

/** What is recorded in a bundle: questions and answers, decisions, context, actions, evidence, the handoff. */
export const bundleRecordActions = [
  {
    name: 'bundle-ask',
    summary: 'Record a question to the user, one pending at a time',
    bindings: {
      cli: {
        command: ['bundle', 'ask'],
        positionals: [
          {
            name: 'PROMPT',
            field: 'prompt',
            reads: 'text',
            optional: true,
            summary: 'What is asked; - reads standard input',
          },
        ],
        options: {
          header: textOption('A word for it, up to 12 characters'),
          option: many(
            'option',
            'LABEL: EFFECT',
            'An option; give 2 or 3, a recommended one first as "LABEL (Recommended): EFFECT"',
          ),
          question: textOption(
            'All of it as JSON {header, prompt, options: [{label, description, recommended?}], …}: - for standard input, @FILE, or the JSON itself',
            { value: 'JSON', reads: 'json' },
          ),
          optional: flagOption('Not material: the work goes on by the default'),
          default: textOption('What is taken without an answer; only with --optional'),
          blocks: many(
            'blocks',
            'ID',
            'An entry that waits for the answer (everything); may be repeated',
          ),
          defer: flagOption('Record it for later'),
          revises: textOption('The question that this one replaces', { value: 'Q001' }),
          raise: textOption('Ask a deferred question now', { value: 'Q001' }),
          ...common,
        },
        help: 'The user answers by number; free words are always possible.\n\n  discuss bundle ask --header Scope --option "Minimal fix (Recommended): One file" \\\n    --option "Cleanup: Ten files" "Which scope should the fix take?"',
      },
      mcp: writes('bundle_ask'),
    },
    load: async () => (await import('./bundle-ask.ts')).bundleAsk,
  },
  {
    name: 'bundle-answer',
    summary: "Record the user's reply to a question",
    bindings: {
      cli: {
        command: ['bundle', 'answer'],
        positionals: [
          { name: 'Q001', field: 'id', optional: true, summary: 'The question (the pending one)' },
          {
            name: 'WORDS',
            field: 'words',
            reads: 'text',
            optional: true,
            summary: 'The reply to the letter, such as "2, but only …"; - reads standard input',
          },
        ],
        options: {
          via: textOption(
            'How it came: typed, picked, picked_other, elicited, timed_out, assumed (typed)',
            { value: 'HOW' },
          ),
          ...common,
        },
      },
      mcp: writes('bundle_answer'),
    },
    load: async () => (await import('./bundle-answer.ts')).bundleAnswer,
  },
  {
    name: 'bundle-decide',
    summary: "Record a decision, accepted with the user's consent",
    bindings: {
      cli: {
        command: ['bundle', 'decide'],
        positionals: [{ ...text('The decision'), optional: true }],
        options: {
          ...statement,
          proposed: flagOption('Record it as a proposal'),
          accept: textOption('Accept this proposed decision, with --from or --words', {
            value: 'D001',
          }),
        },
      },
      mcp: writes('bundle_decide'),
    },
    load: async () => (await import('./bundle-decide.ts')).bundleDecide,
  },
  {
    name: 'bundle-assume',
    summary: 'Record an assumption, marked as one',
    bindings: {
      cli: {
        command: ['bundle', 'assume'],
        positionals: [text('The assumption')],
        options: statement,
      },
      mcp: writes('bundle_assume'),
    },
    load: async () => (await import('./bundle-assume.ts')).bundleAssume,
  },
  {
    name: 'bundle-require',
    summary: 'Record a requirement',
    bindings: {
      cli: {
        command: ['bundle', 'require'],
        positionals: [text('The requirement')],
        options: statement,
      },
      mcp: writes('bundle_require'),
    },
    load: async () => (await import('./bundle-require.ts')).bundleRequire,
  },
  {
    name: 'bundle-evidence',
    summary: 'Record evidence of work done',
    bindings: {
      cli: {
        command: ['bundle', 'evidence'],
        positionals: [text('What was observed')],
        options: {
          kind: textOption('log, handoff, amendment or commit (log)'),
          about: many('about', 'ID', 'An entry that it is about; may be repeated'),
          ...common,
        },
      },
      mcp: writes('bundle_evidence'),
    },
    load: async () => (await import('./bundle-evidence.ts')).bundleEvidence,
  },
  {
    name: 'bundle-source',
    summary: 'Record a claim with where it comes from',
    bindings: {
      cli: {
        command: ['bundle', 'context', 'source'],
        positionals: [{ name: 'CLAIM', field: 'claim', reads: 'text', summary: 'What is claimed' }],
        options: {
          source: textOption('Source and locator', { required: true }),
          classification: textOption('verified, user-reported, inferred, proposed or unknown', {
            required: true,
          }),
          'observed-at': textOption('When it was observed (now)', {
            field: 'observed_at',
            value: 'TIME',
          }),
          result: textOption('Result or conflict'),
          'revalidate-when': textOption('When it has to be looked at again', {
            field: 'revalidate_when',
          }),
          ...common,
        },
      },
      mcp: writes('bundle_source'),
    },
    load: async () => (await import('./bundle-source.ts')).bundleSource,
  },
  {
    name: 'bundle-context',
    summary: 'Record goal, scope, baseline and other context',
    bindings: {
      cli: {
        command: ['bundle', 'context'],
        positionals: [
          {
            name: 'SECTION',
            field: 'section',
            summary:
              'goal, background, in-scope, out-of-scope, current-state, baseline, preservation-requirements, risks or constraints',
          },
          text('The words, None included'),
        ],
        options: {
          replace: flagOption('Take the place of all that stands there'),
          ...common,
        },
      },
      mcp: writes('bundle_context'),
    },
    load: async () => (await import('./bundle-context.ts')).bundleContext,
  },
  {
    name: 'bundle-action-start',
    summary: 'Authorise one bounded action, before anything is changed',
    bindings: {
      cli: {
        command: ['bundle', 'action', 'start'],
        positionals: [
          {
            name: 'SCOPE',
            field: 'scope',
            reads: 'text',
            summary: 'What may be done, and no more; - reads standard input',
          },
        ],
        options: {
          words: statement.words,
          from: textOption('The answered question that authorises it', { value: 'Q001' }),
          unneeded: textOption('Why the user need not confirm it', { value: 'WHY' }),
          touches: many('touches', 'PATH', 'A file or thing that it may change; may be repeated'),
          effects: textOption("Effects outside the work tree, git's included"),
          'changes-code': flagOption('It changes source code', { field: 'changes_code' }),
          'rests-on': statement['rests-on'],
          ...common,
        },
      },
      mcp: { ...bundleAction, groupAction: 'start' },
    },
    load: async () => (await import('./bundle-action-start.ts')).bundleActionStart,
  },
  {
    name: 'bundle-action-finish',
    summary: 'Record how the open action ended',
    bindings: {
      cli: {
        command: ['bundle', 'action', 'finish'],
        positionals: [
          { name: 'ACT-001', field: 'id', optional: true, summary: 'The action (the open one)' },
        ],
        options: {
          result: textOption('completed, failed or blocked', { required: true }),
          changed: many('changed', 'PATH', 'A file that was changed; may be repeated'),
          checks: textOption('How the result was checked', { required: true }),
          risk: textOption('What risk remains'),
          note: textOption('What else there is to say'),
          ...common,
        },
      },
      mcp: { ...bundleAction, groupAction: 'finish' },
    },
    load: async () => (await import('./bundle-action-finish.ts')).bundleActionFinish,
  },
  {
    name: 'bundle-handoff',
    summary: 'Write the plan, its verification or one of its phases',
    bindings: {
      cli: {
        command: ['bundle', 'handoff'],
        positionals: [
          { name: 'PART', field: 'part', summary: 'plan, verification or phase' },
          text('Markdown'),
        ],
        options: {
          title: textOption('Title of a phase'),
          'depends-on': many('depends_on', 'P01', 'A phase that comes before it; may be repeated'),
          ...common,
        },
      },
      mcp: writes('bundle_handoff'),
    },
    load: async () => (await import('./bundle-handoff.ts')).bundleHandoff,
  },
] as const satisfies readonly ActionEntry[];
