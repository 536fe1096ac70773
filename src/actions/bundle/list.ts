import type { ActionEntry } from '../kit/action.ts';
import { type CliPositional, flagOption, textOption } from '../kit/bindings.ts';
import { bundleRecordActions } from './record-list.ts';
import { common, context, json, many, reads, writes } from './shared/bundle-cli-options.ts';

const target: CliPositional = { name: 'TARGET', field: 'target', summary: 'plan or execute' };

/** What can be done with a record bundle. */
export const bundleActions = [
  {
    name: 'bundle-new',
    summary: 'Create a new bundle for a discussion, below ./discussion',
    bindings: {
      cli: {
        command: ['bundle', 'new'],
        positionals: [
          { name: 'TOPIC', field: 'topic', rest: true, summary: 'What the discussion is about' },
        ],
        options: {
          goal: textOption('What is to be reached'),
          'commit-record': flagOption('The record may be committed: add no ignore rule', {
            field: 'commit_record',
          }),
          context,
          json,
        },
      },
      mcp: writes('bundle_new'),
    },
    load: async () => (await import('./bundle-new.ts')).bundleNew,
  },
  {
    name: 'bundle-resume',
    summary: 'Continue a bundle: what stands in it, what has changed since, what is next',
    bindings: {
      cli: {
        command: ['bundle', 'resume'],
        positionals: [
          { name: 'ROOT', field: 'root', summary: "The bundle's folder or its index.md" },
        ],
        options: { context, json },
      },
      mcp: writes('bundle_resume'),
    },
    load: async () => (await import('./bundle-resume.ts')).bundleResume,
  },
  {
    name: 'bundle-status',
    summary: 'Where a discussion stands',
    hot: true,
    bindings: {
      cli: { command: ['bundle', 'status'], options: common },
      mcp: reads('bundle_status'),
    },
    load: async () => (await import('./bundle-status.ts')).bundleStatus,
  },
  {
    name: 'bundle-next',
    summary: 'The one question to ask now, or the next safe action',
    hot: true,
    bindings: { cli: { command: ['bundle', 'next'], options: common }, mcp: reads('bundle_next') },
    load: async () => (await import('./bundle-next.ts')).bundleNext,
  },
  ...bundleRecordActions,
  {
    name: 'bundle-checkpoint',
    summary: 'Bring snapshot and resume checkpoint up to date',
    bindings: {
      cli: {
        command: ['bundle', 'checkpoint'],
        options: {
          'current-state': textOption('Where things stand', { field: 'current_state' }),
          'last-completed': textOption('What was finished last', { field: 'last_completed' }),
          'current-work': textOption('What is under way', { field: 'current_work' }),
          'blocked-by': textOption('What stands in the way, besides a question', {
            field: 'blocked_by',
          }),
          next: textOption('The one next safe action'),
          deferred: textOption('What was put off'),
          revalidate: textOption('What has to be looked at again'),
          profile: textOption('Lightweight, Durable or Audited'),
          requires: many('requires', 'STAGE', 'A stage that begins: response or actions'),
          releases: many('releases', 'STAGE', 'A stage that has ended'),
          ...common,
        },
      },
      mcp: writes('bundle_checkpoint'),
    },
    load: async () => (await import('./bundle-checkpoint.ts')).bundleCheckpoint,
  },
  {
    name: 'bundle-can-exit',
    summary: 'Everything that stands in the way of leaving',
    bindings: {
      cli: { command: ['bundle', 'can-exit'], positionals: [target], options: common },
      mcp: reads('bundle_can_exit'),
    },
    load: async () => (await import('./bundle-can-exit.ts')).bundleCanExit,
  },
  {
    name: 'bundle-exit',
    summary: 'Leave the discussion for planning or for execution',
    bindings: {
      cli: {
        command: ['bundle', 'exit'],
        positionals: [{ ...target, rest: true, optional: true }],
        options: {
          'plan-record': textOption('Where the plan record is kept from now on', {
            field: 'plan_record',
            value: 'PATH',
          }),
          words: textOption("The user's words that chose the transition"),
          ...common,
        },
      },
      mcp: writes('bundle_exit'),
    },
    load: async () => (await import('./bundle-exit.ts')).bundleExit,
  },
  {
    name: 'bundle-stop',
    summary: 'Says how a discussion is left; it leaves nothing itself',
    bindings: { cli: { command: ['bundle', 'stop'], options: common, hidden: true } },
    load: async () => (await import('./bundle-stop.ts')).bundleStop,
  },
  {
    name: 'bundle-pause',
    summary: 'Pause the discussion, which keeps everything',
    bindings: {
      cli: {
        command: ['bundle', 'pause'],
        options: { note: textOption('Why, or until when'), ...common },
      },
      mcp: writes('bundle_pause'),
    },
    load: async () => (await import('./bundle-pause.ts')).bundlePause,
  },
  {
    name: 'bundle-validate',
    summary: 'Everything that makes a bundle invalid',
    hot: true,
    bindings: {
      cli: { command: ['bundle', 'validate'], options: common },
      mcp: reads('bundle_validate'),
    },
    load: async () => (await import('./bundle-validate.ts')).bundleValidate,
  },
  {
    name: 'bundle-doctor',
    summary: 'Find what is wrong with a bundle, and repair it',
    bindings: {
      cli: {
        command: ['bundle', 'doctor'],
        options: {
          repair: flagOption('Finish or roll back an interrupted write, separate clashing ids'),
          ignore: flagOption('Have git ignore the bundle by a rule of its own'),
          ...common,
        },
      },
      mcp: writes('bundle_doctor'),
    },
    load: async () => (await import('./bundle-doctor.ts')).bundleDoctor,
  },
  {
    name: 'bundle-view',
    summary: 'All that the page of a record shows',
    bindings: { http: { method: 'GET', path: '/api/record', room: 'bundle', refusals: [] } },
    load: async () => (await import('./bundle-view.ts')).bundleView,
  },
  {
    name: 'bundle-render',
    summary: 'Sanitised HTML of the Markdown of questions',
    bindings: {
      http: { method: 'POST', path: '/api/render', room: 'bundle', body: 'required', refusals: [] },
    },
    load: async () => (await import('../review/review-render.ts')).reviewRender,
  },
] as const satisfies readonly ActionEntry[];
