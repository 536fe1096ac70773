import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Host } from './host.ts';
import { opencode } from './opencode.ts';

/** The hosts whose hooks we answer. */
export const hosts: readonly Host[] = [claude, codex, opencode, gemini, cursor, copilot];

/** The host of that name, or of that other name. */
export function findHost(name: string): Host | undefined {
  return hosts.find((host) => host.name === name || host.aliases?.includes(name) === true);
}
