import { type Refusal, refuse } from '../refusal.ts';
import type { ThreadStatus } from './discussion.ts';

/** A status as a person or agent writes it, in any letter case. */
export function readStatus(word: string): ThreadStatus | Refusal {
  const status = word.trim().toUpperCase();
  if (status === 'OPEN' || status === 'RESOLVED' || status === 'REOPEN') return status;
  return refuse('invalid_status', `a status is open, resolved or reopen, not "${word}"`, {
    field: 'status',
  });
}
