import type { CommandArgs, CommandOption } from '../args/command-args.ts';
import { portOption } from '../args/port-option.ts';
import { readCount, readName } from '../settings/setting-keys.ts';

/** The cap on a diff, which may stand before `diff` and after it. */
const maxDiffBytes: CommandOption = {
  type: 'string',
  field: 'flags.maxDiffBytes',
  value: 'N',
  summary: 'cap on a diff (5242880; 0 = none)',
  wants: 'a number of bytes',
  expected: 'a whole number, 0 or more (0 = no cap)',
  read: readCount,
};

/** The arguments of a review, up to `diff`. */
export const reviewArgs: CommandArgs = {
  positionals: [
    {
      name: 'FILE',
      field: 'files',
      summary: 'Markdown, code, .diff and .patch files',
      rest: true,
      optional: true,
    },
  ],
  options: {
    port: {
      ...portOption('listen on this port (7777; 0 takes a free one)'),
      field: 'flags.port',
    },
    'no-open': {
      type: 'boolean',
      field: 'flags.autoOpen',
      sets: false,
      summary: 'do not open the browser',
    },
    'no-save': { type: 'boolean', field: 'flags.noSave', summary: 'write no transcript' },
    'history-dir': {
      type: 'string',
      field: 'flags.historyDir',
      value: 'DIR',
      summary: 'where transcripts go (~/.discuss/history)',
      wants: 'a folder',
    },
    'verdict-options': {
      type: 'string',
      value: 'SPEC',
      summary:
        'ask for a verdict: id[:label][:style][!], joined by |; style is positive, neutral or negative, ! requires feedback',
      wants: "options such as 'approve|decline!'",
    },
    'verdict-prompt': {
      type: 'string',
      value: 'TEXT',
      summary: 'the question above the verdict',
      wants: 'a text',
    },
    kind: {
      type: 'string',
      value: 'markdown|patch',
      summary: 'what files and standard input are, whatever they look like',
      wants: '"markdown" or "patch"',
      expected: 'markdown or patch',
      read: (text) => (text === 'markdown' || text === 'patch' ? text : undefined),
    },
    resume: {
      type: 'boolean',
      summary: 'go on with an unfinished review of the same inputs (the default, which says so)',
    },
    fresh: { type: 'boolean', summary: 'start a new review in its place' },
    carry: {
      type: 'string',
      value: 'open',
      summary: 'take over the open threads of the last round',
      wants: '"open"',
      expected: 'open',
      read: (text) => (text === 'open' ? text : undefined),
    },
    threads: {
      type: 'string',
      value: 'FILE.json',
      summary: 'open with threads that an agent has prepared',
      wants: 'a JSON file',
    },
    'write-back': {
      type: 'boolean',
      field: 'flags.writeBack',
      summary: 'write threads and answers into the Markdown file',
    },
    as: {
      type: 'string',
      field: 'flags.reviewerName',
      value: 'NAME',
      summary: 'your name, in the page and in files',
      wants: 'a name',
      expected:
        'a name of 1 to 80 characters without line breaks or "*", no ":" or "[…]" at its end, no lead-in such as "Note"',
      read: readName,
    },
    private: { type: 'boolean', summary: 'serve under an address that nobody can guess' },
    attach: {
      type: 'boolean',
      summary: 'name the review of the same inputs that runs, if any',
    },
    'max-diff-bytes': maxDiffBytes,
    help: { type: 'boolean', short: 'h', summary: 'print this page' },
    version: { type: 'boolean', short: 'V', summary: 'print the version' },
  },
  until: 'diff',
  dashValues: true,
  strayHint: (arg) => `a file of that name is given as ./${arg}; see discuss --help`,
};

/** Our own arguments after `diff`; the rest is for git as given, and what stands after `--` is paths. */
export const diffArgs: CommandArgs = {
  positionals: [
    {
      name: 'anything else',
      field: 'args',
      summary: 'goes to git diff as it is: HEAD~3..HEAD, -w, -- PATH',
      rest: true,
      optional: true,
    },
  ],
  options: {
    unstaged: { type: 'boolean', summary: 'git diff' },
    untracked: { type: 'boolean', summary: 'and the files that git does not know yet' },
    'max-diff-bytes': { ...maxDiffBytes, summary: 'as above' },
    help: { type: 'boolean', short: 'h', summary: 'print this page', hidden: true },
  },
  passesOn: true,
  dashValues: true,
};
