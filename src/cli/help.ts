import { optionUsage, shownOptions } from './args/args-help.ts';
import type { CommandArgs } from './args/command-args.ts';
import { diffArgs, reviewArgs } from './review/review-options.ts';
import { settingKeys } from './settings/setting-keys.ts';

const columns = 80;
const ownKeys = settingKeys.filter(({ inProject }) => !inProject).map(({ key }) => key);
/** Width of the left column of a table, its indent included. */
const left = 27;

/** Breaks a text into lines at its spaces. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

function row(name: string, summary: string): string {
  const lines = wrap(summary, columns - left).join(`\n${' '.repeat(left)}`);
  return `  ${name}`.padEnd(left) + lines;
}

function optionRows(args: CommandArgs): string {
  return shownOptions(args)
    .map(([name, option]) => row(optionUsage(name, option), option.summary))
    .join('\n');
}

/** What `discuss --help` prints. */
export const helpText = `discuss: review Markdown and diffs with a coding agent, in the browser

  discuss [OPTIONS] FILE…              Markdown, code, .diff and .patch files
  discuss [OPTIONS] -                  Markdown or a patch from standard input
  discuss [OPTIONS] [FILE…] diff …     what git diff shows, file by file

You comment in the page; an agent reads your words as JSON lines on standard
output and answers. Everything is kept as you type it: if the process dies, the
same command goes on where it stopped.

Examples
  discuss plan.md                      one document
  discuss plan.md design.md            several together
  some-command | discuss               whatever it prints
  discuss diff                         what is staged
  discuss diff --unstaged --untracked  the work tree, new files too
  discuss diff main...feature -- src   a branch, below src
  discuss plan.md diff HEAD~1          a plan and the change that it led to
  discuss --verdict-options 'approve|decline:Decline:negative!' plan.md

Options, before or after files, up to diff
${optionRows(reviewArgs)}

After diff
${row('nothing', 'git diff --cached')}
${optionRows(diffArgs)}
${(diffArgs.positionals ?? []).map(({ name, summary }) => row(name, summary)).join('\n')}

While a review runs
  discuss wait             print what has happened, or wait for it
  discuss take THREAD -    answer a thread as an agent, text from stdin
  discuss threads          list the threads
  discuss resolve THREAD   close a thread
  discuss sessions         list unfinished and finished reviews

Other commands (discuss COMMAND --help says more)
  discuss inline …         discussions that live inside Markdown files
  discuss ledger …         a durable record of questions and answers
  discuss ledger view ID   show one in the browser, live
  discuss bundle …         a discussion that ends in a plan or in work
  discuss bundle open      show its record in the browser, and answer there
  discuss init             make this project's store, for the ledger
  discuss agents …         teach coding agents to use discuss, or undo it
  discuss mcp              serve all of it over the Model Context Protocol
  discuss doctor           what other users of this machine could reach
  discuss contract NAME    the exact input of a command, as JSON Schema

${wrap(
  `Configuration, later wins: ~/.discuss/discuss.config.toml, ./discuss.config.toml, DISCUSS_… variables, options. Keys: ${settingKeys.map(({ key }) => key).join(', ')}; of these ${ownKeys.join(', ')} do not count in ./discuss.config.toml, which may be a stranger's, and its history_dir must be in the project. Logs are in ~/.discuss/logs.`,
  columns,
).join('\n')}

Exit status: 0 done; 1 failure; 2 usage or configuration; 3 port in use;
5 interrupted. A file with the name of a command is given as ./NAME.
`;
