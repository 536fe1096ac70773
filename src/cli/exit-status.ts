import type { Refusal } from '../core/refusal.ts';

const statuses: Readonly<Record<string, number>> = {
  usage: 2,
  config: 2,
  port_in_use: 3,
  bind_failed: 3,
  interrupted: 5,
};

/** Returns the exit status of a command that serves something, for a refusal; 1 for those without a status of their own. */
export function exitStatus({ code }: Refusal): number {
  return statuses[code] ?? 1;
}
