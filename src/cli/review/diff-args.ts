import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { type DiffRequest, diffRequest } from '../../session/read-inputs.ts';
import { findOption, parseArgs, usage } from '../args/parse-args.ts';
import type { SettingsLayer } from '../settings/settings.ts';
import { diffArgs, reviewArgs } from './review-options.ts';

/** What stands after `diff`. */
export interface DiffArgs extends DiffRequest {
  readonly flags: SettingsLayer;
  readonly help: boolean;
}

interface DiffInput extends Partial<Pick<DiffArgs, 'flags' | 'untracked' | 'help'>> {
  readonly args: readonly string[];
  readonly unstaged?: boolean;
}

/** Returns what the arguments after `diff` say; a refusal has the code `usage`. */
export function parseDiffArgs(args: readonly string[]): DiffArgs | Refusal {
  const parsed = parseArgs(diffArgs, args);
  if (isRefusal(parsed)) return parsed;
  const input = parsed.input as unknown as DiffInput;
  const { unstaged = false, untracked = false, help = false, flags = {} } = input;
  const misplaced = findMisplaced(input.args);
  if (misplaced !== undefined) return misplaced;
  const [first] = input.args;
  if (unstaged && first !== undefined) {
    return usage(
      `--unstaged cannot stand together with "${first}"`,
      `leave --unstaged out: discuss diff ${input.args.join(' ')}`,
    );
  }
  return { ...diffRequest({ args: input.args, unstaged, untracked }), flags, help };
}

/** An option of ours that git would be handed. */
function findMisplaced(args: readonly string[]): Refusal | undefined {
  const end = args.indexOf('--');
  for (const arg of end === -1 ? args : args.slice(0, end)) {
    const [flag = ''] = arg.split('=', 1);
    if (!arg.startsWith('--') || findOption(reviewArgs, flag) === undefined) continue;
    return usage(
      `"${arg}" stands after diff, where only git's options can stand`,
      `put it first: discuss ${flag} … diff`,
    );
  }
  return undefined;
}
