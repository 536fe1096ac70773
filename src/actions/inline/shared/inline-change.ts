import type { Discussions } from '../../../core/inline/discussion.ts';
import type { InlineChange } from '../../../core/inline/inline-change.ts';
import { ThreadLocator } from '../../../core/inline/locate-thread.ts';
import { parseDiscussions } from '../../../core/inline/parse-discussions.ts';
import { threadViewer } from '../../../core/inline/query-view.ts';
import type { ThreadHints } from '../../../core/inline/thread-hints.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import type { ActionContext, Zod } from '../../kit/action.ts';
import { type InlineChangeOutput, inlineChangeOutput } from './inline-schemas.ts';

/** A change to one file, and the file that it was made for. */
export interface ChangeRequest {
  readonly file: string;
  /** Refuse when the file's SHA-256 is another. */
  readonly if_hash?: string | undefined;
}

/** How a thread is named in an input. */
export interface ThreadInput {
  readonly thread_id?: string | undefined;
  readonly anchor_line?: number | undefined;
  readonly anchor_text?: string | undefined;
  readonly root_line?: number | undefined;
  readonly root_text?: string | undefined;
  readonly total_lines?: number | undefined;
}

/** The fields of an input that names a file to change. */
export function changeFields(z: Zod) {
  return { file: z.string(), if_hash: z.optional(z.string()) };
}

/** The fields of an input that names a thread. */
export function threadFields(z: Zod) {
  return {
    thread_id: z.optional(z.string()),
    anchor_line: z.optional(z.int()),
    anchor_text: z.optional(z.string()),
    root_line: z.optional(z.int()),
    root_text: z.optional(z.string()),
    total_lines: z.optional(z.int()),
  };
}

/** What a change was worked out to be, and how its thread was found. */
export interface WorkedOut extends InlineChange {
  readonly level: number;
  readonly idGiven?: string;
}

/** Changes the discussions of a file: works the change out on what is on disk, and writes it while nobody else can. */
export async function changeDiscussions(
  request: ChangeRequest,
  context: ActionContext,
  workOut: (discussions: Discussions) => WorkedOut | Refusal,
): Promise<InlineChangeOutput | Refusal> {
  const { ports, directory } = context;
  const speakers = await ports.speakers();
  if (isRefusal(speakers)) return speakers;
  const folder = await ports.documents();
  const changed = await folder.change({ path: request.file, directory }, ({ text, hash }) => {
    const expectedHash = request.if_hash?.trim().toLowerCase();
    if (expectedHash !== undefined && expectedHash !== hash) return changedSince(request.file);
    const discussions = parseDiscussions(text, speakers === undefined ? {} : { speakers });
    const worked = workOut(discussions);
    if (isRefusal(worked)) return worked;
    const { edit, after } = worked;
    return { ...(edit === undefined ? {} : { text: after.text }), result: worked };
  });
  if (isRefusal(changed)) return changed;
  const { edit, after, thread, level, flattened, idGiven } = changed.result;
  return {
    ok: true,
    thread: threadViewer(after, ports.sha256)(thread),
    level,
    ...(flattened === undefined ? {} : { flattened }),
    ...(edit === undefined ? { unchanged: true } : {}),
    ...(idGiven === undefined ? {} : { thread_id_given: idGiven }),
    hash: changed.file.hash,
  };
}

function changedSince(file: string): Refusal {
  return refuse('file_changed', `${file} is not the file that was read; nothing was written`, {
    field: 'if_hash',
    next: 'run query again, then repeat the command',
  });
}

/** Works a change out on the thread that an input names. */
export function onThread(
  input: ThreadInput,
  change: (discussions: Discussions, thread: InlineChange['thread']) => InlineChange | Refusal,
): (discussions: Discussions) => WorkedOut | Refusal {
  return (discussions) => {
    const located = new ThreadLocator(discussions).locate(hintsOf(input));
    if (isRefusal(located)) return located;
    const changed = change(discussions, located.thread);
    if (isRefusal(changed)) return changed;
    const { level, idDisagrees } = located;
    return {
      ...changed,
      level,
      ...(idDisagrees === undefined ? {} : { idGiven: idDisagrees.given }),
    };
  };
}

function hintsOf(input: ThreadInput): ThreadHints {
  const { thread_id, anchor_line, anchor_text, root_line, root_text, total_lines } = input;
  return {
    ...(thread_id === undefined ? {} : { threadId: thread_id }),
    ...(anchor_line === undefined ? {} : { anchorLine: anchor_line }),
    ...(anchor_text === undefined ? {} : { anchorText: anchor_text }),
    ...(root_line === undefined ? {} : { rootLine: root_line }),
    ...(root_text === undefined ? {} : { rootText: root_text }),
    ...(total_lines === undefined ? {} : { totalLines: total_lines }),
  };
}

/** What all actions that change a discussion return, and how a terminal prints it. */
export const changeAnswer = {
  output: inlineChangeOutput,
  note: changeNote,
  refusal: refusedChange,
};

/** A refusal of a change: JSON for programs on standard output, words on standard error. */
function refusedChange({ code, message, field, details, next }: Refusal): {
  stdout: string;
  stderr: string;
} {
  const error = { code, message, field, details, next };
  return {
    stdout: jsonLine({ ok: false, error }),
    stderr: [`discuss inline: ${message}`, ...(next === undefined ? [] : [`  ${next}`])].join('\n'),
  };
}

/** What a person is told beside the JSON. */
function changeNote({
  thread,
  level,
  flattened,
  unchanged,
  thread_id_given,
}: InlineChangeOutput): string | undefined {
  const notes = [
    ...(unchanged === true
      ? [`${thread.thread_id} is ${thread.status.toLowerCase()} already`]
      : []),
    ...(level === 2 ? [`${thread.thread_id} was found by its likeness`] : []),
    ...(thread_id_given === undefined
      ? []
      : [`${thread_id_given} is another thread by now; this was ${thread.thread_id}`]),
    ...(flattened === true ? ['the reply stands beside what it answers'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}
