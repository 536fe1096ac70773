/** What `discuss --help` prints. */
export const helpText = `discuss: review Markdown and diffs with a coding agent, in the browser

  discuss [OPTIONS] FILE…              Markdown files, .diff and .patch files
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
  --port N                 listen on this port (7777; 0 takes a free one)
  --no-open                do not open the browser
  --no-save                write no transcript
  --history-dir DIR        where transcripts go (~/.discuss/history)
  --verdict-options SPEC   ask for a verdict: id[:label][:style][!], joined
                           by |; style is positive, neutral or negative,
                           ! requires feedback
  --verdict-prompt TEXT    the question above the verdict
  --resume, --fresh        go on with an unfinished review of the same inputs,
                           or start a new one (default: go on, and say so)
  --carry open             take over the open threads of the last round
  --threads FILE.json      open with threads that an agent has prepared
  --write-back             write threads and answers into the Markdown file
  --as NAME                your name, in the page and in files
  --private                serve under an address that nobody can guess
  --attach                 name the review of the same inputs that runs, if any
  --max-diff-bytes N       cap on a diff (5242880; 0 = none)
  --help, --version        before or after files

After diff
  nothing                  git diff --cached
  --unstaged               git diff
  --untracked              and the files that git does not know yet
  --max-diff-bytes N       as above
  anything else            goes to git diff as it is: HEAD~3..HEAD, -w, -- PATH

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
  discuss contract NAME    the exact input of a command, as JSON Schema

Configuration, later wins: ~/.discuss/discuss.config.toml,
./discuss.config.toml, DISCUSS_… variables, options. Keys: port, auto_open,
idle_timeout_secs, history_dir, no_save, log_level, max_diff_bytes, store,
reviewer_name, speakers, write_back. Logs are in ~/.discuss/logs.

Exit status: 0 done; 1 failure; 2 usage or configuration; 3 port in use;
5 interrupted. A file with the name of a command is given as ./NAME.
`;
