import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { InlineChange } from './change.ts';
import { composeComment } from './compose-comment.ts';
import type { Discussions, Thread } from './discussion.ts';
import { commentShape, guardEdit, headShape, shapeOf } from './guarded-edit.ts';
import { leadInRule } from './lead-ins.ts';
import { makeSafe } from './safe-message.ts';
import { checkSpeaker, speakerKey } from './speaker.ts';
import { findSlots, type StartSlot } from './start-slots.ts';
import { insertLines, type TextEdit } from './text-edit.ts';

interface NewThread {
  /** Any line of the block that is commented on, from 1. */
  readonly anchorLine: number;
  readonly speaker: string;
  readonly message: string;
}

/** Opens a thread on a block: below it, after the threads that are there. */
export function startThread(
  discussions: Discussions,
  { anchorLine, speaker, message }: NewThread,
): InlineChange | Refusal {
  const name = checkSpeaker(speaker);
  if (isRefusal(name)) return name;
  const opens = canOpen(discussions, name);
  if (isRefusal(opens)) return opens;
  const safe = makeSafe(message);
  if (isRefusal(safe)) return safe;
  const slots = findSlots(discussions, anchorLine);
  if (isRefusal(slots)) return slots;
  let refusal: Refusal | undefined;
  for (const slot of slots) {
    const { indent } = slot;
    const composed = composeComment({ speaker: name, depth: 1, indent, message: safe });
    const place = placeAt(discussions, slot.line);
    const root = commentShape({ depth: 1, speaker: name, text: composed.text });
    const thread = { head: headShape(false, 'OPEN'), comments: [root] };
    const meant = shapeOf(discussions).toSpliced(place, 0, thread);
    const changed = guardEdit(discussions, [insertAt(discussions, slot, composed.lines)], meant);
    if (!isRefusal(changed)) {
      const { edit, after } = changed;
      return { edit, after, thread: after.all[place] as Thread };
    }
    refusal ??= changed;
  }
  return refusal ?? refuse('unsafe_edit', 'there is no place for a thread on this block');
}

function canOpen({ options }: Discussions, name: string): undefined | Refusal {
  if (!leadInRule(options.speakers)(speakerKey(name))) return undefined;
  const message =
    options.speakers === undefined
      ? `"${name}" reads as an ordinary remark such as "Note"; a thread needs another name`
      : `"${name}" is not one of the speakers that the configuration names`;
  return refuse('invalid_speaker', message, { field: 'speaker' });
}

/** How many threads, lead-ins included, begin above a line (from 0). */
function placeAt({ all }: Discussions, line: number): number {
  const place = all.findIndex(({ lines }) => lines.start > line);
  return place === -1 ? all.length : place;
}

function insertAt(discussions: Discussions, slot: StartSlot, lines: readonly string[]): TextEdit {
  return insertLines(discussions, slot.line, [...slot.before, ...lines, ...slot.after]);
}
