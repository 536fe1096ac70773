import { otherChoice } from '../../../core/bundle/question-entry.ts';
import type { HostAnswer } from '../../../core/question/host-question.ts';
import type { Via } from '../../../core/question/provenance.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';

/** What was recorded of a question's end. */
export interface SettledQuestion {
  readonly ref: string;
  readonly source: 'bundle' | 'host';
  readonly status: 'answered' | 'declined';
  readonly number?: number;
  /** `2. Broader cleanup`, or `Other — specify`. */
  readonly choice?: string;
  readonly qualification?: string;
  readonly words?: string;
  readonly via?: Via;
  /** The folder of the record that it belongs to. */
  readonly root?: string;
}

/** What was chosen, in the words in which a record has it. */
export function hostChoice({ number, label }: HostAnswer): string {
  return number === undefined ? otherChoice : `${number}. ${label ?? ''}`;
}

/** The refusal of a reference that names no question of the room. */
export function unknownQuestion(ref: string): Refusal {
  return refuse('not_found', `no question "${ref}" is shown here`, {
    next: 'read the questions that wait again, and use the ref of one of them',
  });
}
