import { type Refusal, refuse } from '../refusal.ts';
import type { ThreadStatus } from './discussion.ts';

/** Returns the status of a marker, in any letter case, or undefined when it is none. */
export function statusOfMarker(marker: string): ThreadStatus | undefined {
  const status = marker.toUpperCase();
  return status === 'OPEN' || status === 'RESOLVED' || status === 'REOPEN' ? status : undefined;
}

/** Parses a status that a person or agent writes, in any letter case. */
export function parseStatus(text: string): ThreadStatus | Refusal {
  const message = `a status is open, resolved or reopen, not "${text}"`;
  return statusOfMarker(text.trim()) ?? refuse('invalid_status', message, { field: 'status' });
}
