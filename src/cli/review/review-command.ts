import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import { listen } from '../../http/listen.ts';
import type { CommandContext } from '../command-context.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { beginReview } from './begin-review.ts';
import { readInputs } from './read-inputs.ts';
import type { ReviewRun } from './review-run.ts';
import { parseReviewWords, type ReviewWords } from './review-words.ts';
import { runReview } from './run-review.ts';

/** Exit status by refusal code; anything else is 1. */
const exitCodes: Readonly<Record<string, number>> = {
  usage: 2,
  config: 2,
  port_in_use: 3,
  bind_failed: 3,
  interrupted: 5,
};

/**
 * `discuss [OPTIONS] [FILE…] [diff …]`: reviews files and diffs in the browser. Answers the exit status: 0 done,
 * 1 failure, 2 usage, 3 port in use, 5 interrupted.
 */
export async function review(words: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  if (words.length === 0 && terminal.inputIsTerminal) {
    const { helpText } = await import('../help.ts');
    terminal.tell(helpText);
    return 2;
  }
  const parsed = parseReviewWords(words);
  if (isRefusal(parsed)) return tellRefusal(parsed, terminal);
  if (parsed.show !== undefined) return show(parsed.show, terminal);
  for (const warning of parsed.warnings) terminal.tell(`discuss: ${warning}`);
  const settings = await loadSettings(terminal, parsed.flags);
  if (isRefusal(settings)) return tellRefusal(settings, terminal);
  const status = await open(parsed, settings, context);
  return isRefusal(status) ? tellRefusal(status, terminal) : status;
}

async function show(what: 'help' | 'version', terminal: Terminal): Promise<number> {
  const text =
    what === 'help'
      ? (await import('../help.ts')).helpText
      : (await import('../version.ts')).versionText;
  await terminal.print(text);
  return 0;
}

async function open(
  words: ReviewWords,
  settings: Settings,
  context: CommandContext,
): Promise<number | Refusal> {
  const { terminal } = context;
  const inputs = await readInputs({ words, settings, terminal });
  if (isRefusal(inputs)) return inputs;
  const ports = await context.ports({ patience: 'server', settings });
  const opening = { words, settings, inputs, ports, terminal };
  const opened = words.attach ? await attachOrBegin(opening) : await begin(opening);
  if (opened === 'attached') return 0;
  return isRefusal(opened) ? opened : runReview(opened);
}

type Opening = Omit<ReviewRun, 'reviews' | 'url' | 'begun' | 'listening' | 'prefix'>;

async function begin(opening: Opening): Promise<ReviewRun | Refusal> {
  const { words, settings, ports } = opening;
  const listening = await listen(settings.port);
  if (isRefusal(listening)) return listening;
  const reviews: Reviews | Refusal = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const prefix = words.privatePath ? `/${ports.ids.key(24)}` : '';
  const url = `${listening.url}${prefix}`;
  const beginning = { ...opening, reviews, url };
  const begun = await beginReview(beginning);
  return isRefusal(begun) ? begun : { ...beginning, begun, listening, prefix };
}

/** How long another process that opens the same inputs is waited for, in milliseconds. */
const attachPatience = 15_000;

/** Of several processes that open the same inputs at once, the first begins a review and the others attach to it. */
async function attachOrBegin(opening: Opening): Promise<ReviewRun | Refusal | 'attached'> {
  const { inputs, ports, terminal } = opening;
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  if (inputs.inputsKey === undefined) return begin(opening);
  const { attach } = await import('./attach.ts');
  const attachTo = async () =>
    (await attach({ inputs, ports, reviews, terminal })) ? 'attached' : begin(opening);
  return (await ports.locks()).withLock(`review ${inputs.inputsKey}`, attachTo, attachPatience);
}

function tellRefusal(refusal: Refusal, terminal: Terminal): number {
  terminal.tell(`discuss: ${refusal.message}`);
  if (refusal.next !== undefined) terminal.tell(`  ${refusal.next}`);
  return exitCodes[refusal.code] ?? 1;
}
