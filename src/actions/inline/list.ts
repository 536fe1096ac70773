import type { ActionEntry } from '../kit/action.ts';
import {
  addsOnly,
  type CliBinding,
  type CliOption,
  type CliPositional,
  flagOption,
  type McpBinding,
  readsOnly,
  type ToolHints,
  textOption,
} from '../kit/bindings.ts';

const exitCodes: Readonly<Record<string, number>> = {
  missing_file: 2,
  missing_thread: 2,
  missing_comment: 2,
  invalid_input: 2,
  invalid_name: 2,
  invalid_status: 2,
  invalid_speaker: 2,
  invalid_message: 2,
  invalid_anchor: 2,
  not_text: 2,
  config: 2,
  not_initiator: 3,
  not_author: 3,
  not_resolved: 3,
  file_changed: 5,
  merge_conflict: 5,
  file_locked: 5,
  unsafe_edit: 5,
};

const text = (value: string, summary: string): CliOption => ({ type: 'string', value, summary });
const number = (field: string, summary: string): CliOption => ({
  type: 'integer',
  field,
  value: 'N',
  summary,
});

const files: CliOption = textOption(
  'A Markdown file, or a folder with all below it; may be repeated',
  { multiple: true, value: 'FILE' },
);
const paths: CliPositional = {
  name: 'FILE',
  field: 'path',
  rest: true,
  optional: true,
  summary: 'The same as --file',
};

const changedFile = {
  file: { ...text('FILE', 'The Markdown file'), required: true },
  'if-hash': {
    ...text('SHA256', 'Write only if the file still has this SHA-256'),
    field: 'if_hash',
  },
} as const satisfies Record<string, CliOption>;

const speaker: CliOption = { ...text('NAME', 'Who speaks'), required: true };

const tuple = {
  'thread-id': { ...text('T-NNN', 'The thread, as query numbers it'), field: 'thread_id' },
  'anchor-line': number('anchor_line', 'Where query saw the text above it'),
  'anchor-text': { ...text('TEXT', 'That text'), field: 'anchor_text' },
  'root-line': number('root_line', 'Where query saw its root'),
  'root-text': { ...text('TEXT', 'Speaker and text of its root'), field: 'root_text' },
  'total-lines': number('total_lines', 'How many lines the file had'),
} as const satisfies Record<string, CliOption>;

const message: CliPositional = {
  name: 'MESSAGE',
  field: 'message',
  reads: 'text',
  summary: 'What is said, in Markdown; - reads standard input',
};

const reads = (tool: string): McpBinding => ({
  tool,
  paths: ['file', 'path'],
  annotations: readsOnly,
});
const writes = (tool: string, hints: Partial<ToolHints> = {}): McpBinding => ({
  tool,
  paths: ['file', 'path'],
  annotations: { ...addsOnly, ...hints },
});

const statuses =
  'Exit status: 0 done, 1 not found or ambiguous, 2 usage, 3 not permitted, 4 not ready, 5 conflict.';

const changes = (
  command: string,
  binding: Omit<CliBinding, 'command' | 'exitCodes' | 'help'>,
): CliBinding => ({
  command: ['inline', command],
  exitCodes,
  help: statuses,
  ...binding,
});

const dropIn = (command: string): CliBinding => ({
  command: ['drop-in', command],
  exitCodes,
  formats: true,
  positionals: [{ name: 'NAME', field: 'name', summary: 'lk or lwc' }],
  options: { dir: text('DIR', 'The folder of programs (~/.local/bin)') },
});

/** What can be done with discussions that live inside Markdown files. */
export const inlineActions = [
  {
    name: 'inline-query',
    summary: 'List the discussions in Markdown files',
    hot: true,
    bindings: {
      cli: {
        command: ['inline', 'query'],
        exitCodes,
        formats: true,
        positionals: [paths],
        options: {
          file: files,
          initiator: text('NAME', 'Opened by this speaker'),
          status: text('STATUS', 'Exactly open, resolved or reopen'),
          blocker: text('NAME', 'Not resolved, and waiting for or on this speaker'),
          'check-ready': flagOption('Say whether everything is settled; exit 4 if not', {
            field: 'check_ready',
          }),
          ignore: textOption('Leave out what this pattern names; may be repeated', {
            multiple: true,
            value: 'GLOB',
          }),
          all: flagOption('Remarks such as "Note" too'),
          lint: flagOption('List lines that are read otherwise than meant'),
          'with-hash': flagOption("Add the file's SHA-256, for --if-hash", { field: 'with_hash' }),
        },
        help: statuses,
      },
      mcp: reads('inline_query'),
    },
    load: async () => (await import('./inline-query.ts')).inlineQuery,
  },
  {
    name: 'inline-start',
    summary: 'Open a discussion on a block of a Markdown file',
    hot: true,
    bindings: {
      cli: changes('start', {
        positionals: [message],
        options: {
          ...changedFile,
          'anchor-line': {
            ...number('anchor_line', 'A line of the block commented on, from 1'),
            required: true,
          },
          speaker,
        },
      }),
      mcp: writes('inline_start'),
    },
    load: async () => (await import('./inline-start.ts')).inlineStart,
  },
  {
    name: 'inline-reply',
    summary: 'Answer in a discussion of a Markdown file',
    hot: true,
    bindings: {
      cli: changes('reply', {
        positionals: [message],
        options: {
          ...changedFile,
          ...tuple,
          to: number('to', 'Answer this comment, by its index; the last one without it'),
          speaker,
        },
      }),
      mcp: writes('inline_reply'),
    },
    load: async () => (await import('./inline-reply.ts')).inlineReply,
  },
  {
    name: 'inline-edit',
    summary: 'Replace a comment of your own',
    hot: true,
    bindings: {
      cli: changes('edit', {
        positionals: [message],
        options: {
          ...changedFile,
          ...tuple,
          comment: number('comment', 'The comment, by its index'),
          depth: number('depth', 'Or by its depth'),
          speaker,
        },
      }),
      mcp: writes('inline_edit', { destructiveHint: true, idempotentHint: true }),
    },
    load: async () => (await import('./inline-edit.ts')).inlineEdit,
  },
  {
    name: 'inline-set-status',
    summary: 'Resolve a discussion that you opened, or reopen one',
    hot: true,
    bindings: {
      cli: changes('set-status', {
        options: {
          ...changedFile,
          ...tuple,
          status: { ...text('STATUS', 'resolved or reopen'), required: true },
          operator: { ...text('NAME', 'Who does it'), required: true },
        },
      }),
      mcp: writes('inline_set_status', { idempotentHint: true }),
    },
    load: async () => (await import('./inline-set-status.ts')).inlineSetStatus,
  },
  {
    name: 'inline-lint',
    summary: 'Find lines that are read otherwise than their writer may think',
    hot: true,
    bindings: {
      cli: {
        command: ['inline', 'lint'],
        exitCodes,
        formats: true,
        positionals: [paths],
        options: { file: files },
        help: 'Exit status: 0 nothing that keeps a file from being ready, 4 otherwise.',
      },
    },
    load: async () => (await import('./inline-lint.ts')).inlineLint,
  },
  {
    name: 'drop-in-install',
    summary: 'Write a script named lk or lwc that calls discuss',
    bindings: { cli: dropIn('install') },
    load: async () => (await import('./drop-in-scripts.ts')).dropInInstall,
  },
  {
    name: 'drop-in-uninstall',
    summary: 'Remove such a script again',
    bindings: { cli: dropIn('uninstall') },
    load: async () => (await import('./drop-in-scripts.ts')).dropInUninstall,
  },
] as const satisfies readonly ActionEntry[];
