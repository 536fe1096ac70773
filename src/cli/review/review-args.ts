import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { parseVerdictSpec } from '../../core/review/verdict-spec.ts';
import type { VerdictConfig } from '../../core/review/wire.ts';
import type { GivenKind } from '../../session/read-inputs.ts';
import { parseArgs, usage } from '../args/parse-args.ts';
import type { SettingsLayer } from '../settings/settings.ts';
import { type DiffArgs, parseDiffArgs } from './diff-args.ts';
import { reviewArgs } from './review-options.ts';

/** What the command line of a review says. */
export interface ReviewArgs {
  /** Something to print instead of a review. */
  readonly show?: 'help' | 'version';
  /** Files as given, in order; `-` is standard input and stands once at most. */
  readonly files: readonly string[];
  readonly diff?: DiffArgs;
  /** How files and standard input are read, whatever their names and contents say. */
  readonly kind?: GivenKind;
  /** The settings that the command line decides; its paths are as given. */
  readonly flags: SettingsLayer;
  readonly verdict?: VerdictConfig;
  /** What to do with an unfinished review of the same inputs; without it, resume and say so. */
  readonly unfinished?: 'resume' | 'fresh';
  /** Whether everything is served under an unguessable path. */
  readonly privatePath: boolean;
  /** Whether a review of the same inputs that runs already is named in place of starting another. */
  readonly attach: boolean;
  /** File with threads that an agent has prepared, as given. */
  readonly threadsFile?: string;
  /** Whether the open threads of the last round are taken over. */
  readonly carryOpen: boolean;
  /** Lines for standard error; nothing else follows from them. */
  readonly warnings: readonly string[];
}

/** What the options of a review fill. */
interface ReviewInput {
  readonly files: readonly string[];
  readonly flags?: SettingsLayer;
  readonly kind?: GivenKind;
  readonly verdictOptions?: string;
  readonly verdictPrompt?: string;
  readonly resume?: boolean;
  readonly fresh?: boolean;
  readonly carry?: 'open';
  readonly threads?: string;
  readonly private?: boolean;
  readonly attach?: boolean;
  readonly help?: boolean;
  readonly version?: boolean;
}

/**
 * Returns what `discuss [OPTIONS] [FILE…] [diff …]` says. A refusal has the code `usage` and names the argument at
 * fault.
 */
export function parseReviewArgs(args: readonly string[]): ReviewArgs | Refusal {
  const parsed = parseArgs(reviewArgs, args);
  if (isRefusal(parsed)) return parsed;
  const diff = parsed.rest === undefined ? undefined : parseDiffArgs(parsed.rest);
  if (isRefusal(diff)) return diff;
  const input = parsed.input as unknown as ReviewInput;
  const { files, kind, verdictPrompt, resume, fresh } = input;
  const fault = findFault(input);
  if (fault !== undefined) return fault;
  const verdict = readVerdict(input);
  if (isRefusal(verdict)) return verdict;
  const help = input.help === true || diff?.help === true;
  return {
    ...(help ? { show: 'help' } : input.version === true ? { show: 'version' } : {}),
    files,
    ...(diff === undefined ? {} : { diff }),
    ...(kind === undefined ? {} : { kind }),
    flags: { ...input.flags, ...diff?.flags },
    ...(verdict === undefined ? {} : { verdict }),
    ...(resume === true ? { unfinished: 'resume' } : {}),
    ...(fresh === true ? { unfinished: 'fresh' } : {}),
    privatePath: input.private === true,
    attach: input.attach === true,
    ...(input.threads === undefined ? {} : { threadsFile: input.threads }),
    carryOpen: input.carry === 'open',
    warnings:
      verdictPrompt !== undefined && verdict === undefined
        ? ['--verdict-prompt has no effect without --verdict-options']
        : [],
  };
}

function findFault({ files, resume, fresh }: ReviewInput): Refusal | undefined {
  if (files.includes('')) return usage('an empty word stands where a file is expected');
  if (files.indexOf('-') !== files.lastIndexOf('-')) return usage('"-" stands more than once');
  if (resume === true && fresh === true) return usage('--resume and --fresh exclude each other');
  return undefined;
}

function readVerdict({
  verdictOptions,
  verdictPrompt,
}: ReviewInput): VerdictConfig | undefined | Refusal {
  if (verdictOptions === undefined) return undefined;
  const options = parseVerdictSpec(verdictOptions);
  if (isRefusal(options)) return options;
  return { options, ...(verdictPrompt === undefined ? {} : { prompt: verdictPrompt }) };
}
