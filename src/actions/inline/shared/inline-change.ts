import type { Discussions } from '../../../core/inline/discussion.ts';
import type { InlineChange } from '../../../core/inline/inline-change.ts';
import { ThreadLocator } from '../../../core/inline/locate-thread.ts';
import { parseDiscussions } from '../../../core/inline/parse-discussions.ts';
import { threadViewer } from '../../../core/inline/query-view.ts';
import type { ThreadHints } from '../../../core/inline/thread-hints.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import type { ActionContext, FieldsOf, Zod } from '../../kit/action.ts';
import { type InlineChangeOutput, inlineChangeOutput } from './inline-schemas.ts';

/** The fields of an input that names a file to change. */
export const changeFields = (z: Zod) => ({ file: z.string(), if_hash: z.optional(z.string()) });

/** The fields of an input that names a file to change, and a thread in it. */
export const threadFields = (z: Zod) => ({
  ...changeFields(z),
  thread_id: z.optional(z.string()),
  anchor_line: z.optional(z.int()),
  anchor_text: z.optional(z.string()),
  root_line: z.optional(z.int()),
  root_text: z.optional(z.string()),
  total_lines: z.optional(z.int()),
});

/** What a change was worked out to be, and how its thread was found. */
export interface WorkedOut extends InlineChange {
  readonly level: number;
  readonly idGiven?: string;
}

/** Changes the discussions of a file: works the change out on what is on disk, and writes it while nobody else can. */
export async function changeDiscussions(
  request: FieldsOf<typeof changeFields>,
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
    return omitUndefined({ text: edit === undefined ? undefined : after.text, result: worked });
  });
  if (isRefusal(changed)) return changed;
  const { edit, after, thread, level, flattened, idGiven } = changed.result;
  return omitUndefined({
    ok: true,
    thread: threadViewer(after, ports.sha256)(thread),
    level,
    flattened,
    unchanged: edit === undefined ? true : undefined,
    thread_id_given: idGiven,
    hash: changed.file.hash,
  });
}

function changedSince(file: string): Refusal {
  return refuse('file_changed', `${file} is not the file that was read; nothing was written`, {
    field: 'if_hash',
    next: 'run query again, then repeat the command',
  });
}

/** Changes the thread of a file that an input names. */
export function changeThread(
  input: FieldsOf<typeof threadFields>,
  context: ActionContext,
  change: (discussions: Discussions, thread: InlineChange['thread']) => InlineChange | Refusal,
): Promise<InlineChangeOutput | Refusal> {
  return changeDiscussions(input, context, (discussions) => {
    const located = new ThreadLocator(discussions).locate(hintsOf(input));
    if (isRefusal(located)) return located;
    const changed = change(discussions, located.thread);
    if (isRefusal(changed)) return changed;
    const { level, idDisagrees } = located;
    return omitUndefined({ ...changed, level, idGiven: idDisagrees?.given });
  });
}

function hintsOf({
  thread_id: threadId,
  anchor_line: anchorLine,
  anchor_text: anchorText,
  root_line: rootLine,
  root_text: rootText,
  total_lines: totalLines,
}: FieldsOf<typeof threadFields>): ThreadHints {
  return omitUndefined({ threadId, anchorLine, anchorText, rootLine, rootText, totalLines });
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
