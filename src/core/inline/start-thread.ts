import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { composeComment } from './compose-comment.ts';
import type { Discussions } from './discussion.ts';
import { escapeMessage } from './escape-message.ts';
import type { InlineChange } from './inline-change.ts';
import { leadInRule } from './lead-ins.ts';
import { checkSpeaker, speakerKey } from './speaker.ts';
import { findSlots } from './start-slots.ts';
import { insertLines } from './text-edit.ts';
import { commentShape, headShape, shapeOf, verifyEdit } from './verify-edit.ts';

interface NewThread {
  /** Any line of the block that is commented on, from 1. */
  readonly anchorLine: number;
  readonly speaker: string;
  readonly message: string;
}

/** Starts a thread on a block: below it, after its existing threads. */
export function startThread(
  discussions: Discussions,
  { anchorLine, speaker, message }: NewThread,
): InlineChange | Refusal {
  const name = checkSpeaker(speaker);
  if (isRefusal(name)) return name;
  const forbidden = refuseLeadIn(discussions, name);
  if (forbidden !== undefined) return forbidden;
  const safe = escapeMessage(message);
  if (isRefusal(safe)) return safe;
  const slots = findSlots(discussions, anchorLine);
  if (isRefusal(slots)) return slots;
  let refusal: Refusal | undefined;
  for (const slot of slots) {
    const { indent } = slot;
    const composed = composeComment({ speaker: name, depth: 1, indent, message: safe });
    const threadIndex = countThreadsAbove(discussions, slot.line);
    const root = commentShape({ depth: 1, speaker: name, text: composed.text });
    const thread = { head: headShape(false, 'OPEN'), comments: [root] };
    const shape = shapeOf(discussions).toSpliced(threadIndex, 0, thread);
    const lines = [...slot.before, ...composed.lines, ...slot.after];
    const edits = [insertLines(discussions, slot.line, lines)];
    const changed = verifyEdit(discussions, edits, { shape, threadIndex });
    if (!isRefusal(changed)) return changed;
    refusal ??= changed;
  }
  return refusal ?? refuse('unsafe_edit', 'there is no place for a thread on this block');
}

/** A lone root of a lead-in name would be read as text. */
function refuseLeadIn({ options }: Discussions, name: string): Refusal | undefined {
  if (!leadInRule(options.speakers)(speakerKey(name))) return undefined;
  const message =
    options.speakers === undefined
      ? `"${name}" reads as an ordinary remark such as "Note"; a thread needs another name`
      : `"${name}" is not one of the speakers that the configuration names`;
  return refuse('invalid_speaker', message, { field: 'speaker' });
}

/** The number of threads, lead-ins included, that begin above a line (from 0). */
function countThreadsAbove({ all }: Discussions, line: number): number {
  const index = all.findIndex(({ lines }) => lines.start > line);
  return index === -1 ? all.length : index;
}
