import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { listen } from '../../http/listen.ts';
import { openReview } from '../../session/open-review.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import type { StartOptions } from '../../session/running-review.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatus } from '../exit-status.ts';
import { makePrivatePath } from '../make-private-path.ts';
import { printPage } from '../print-page.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { announceReview } from './announce-review.ts';
import { readCommandInputs } from './command-inputs.ts';
import { type HeldNotices, holdNotices } from './hold-notices.ts';
import { parseReviewArgs, type ReviewArgs } from './review-args.ts';
import type { ServedReview } from './served-review.ts';

/**
 * `discuss [OPTIONS] [FILE…] [diff …]`: reviews files and diffs in the browser. Returns the exit status: 0 done,
 * 1 failure, 2 usage, 3 port in use, 5 interrupted.
 */
export async function review(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  if (args.length === 0 && terminal.inputIsTerminal) {
    const { helpText } = await import('../help.ts');
    terminal.notify(helpText);
    return 2;
  }
  const parsed = parseReviewArgs(args);
  if (isRefusal(parsed)) return printRefusal(parsed, terminal);
  if (parsed.show !== undefined) return printPage(parsed.show, terminal);
  const notices = holdNotices(terminal);
  try {
    const status = await open(parsed, context, notices);
    if (!isRefusal(status)) return status;
    notices.release();
    return printRefusal(status, terminal);
  } finally {
    notices.release();
  }
}

async function open(
  args: ReviewArgs,
  context: CommandContext,
  notices: HeldNotices,
): Promise<number | Refusal> {
  const { terminal } = context;
  const notify = (message: string): void => notices.notify(`discuss: ${message}`);
  for (const warning of args.warnings) notify(warning);
  const settings = await loadSettings(terminal, args.flags, notify);
  if (isRefusal(settings)) return settings;
  const ports = await context.ports({ busyMode: 'server', settings, onWarning: notify });
  const inputs = await readCommandInputs({ args, settings, ports, terminal, notify });
  if (isRefusal(inputs)) return inputs;
  const command = { args, settings, inputs, ports, terminal, notify };
  const opened = args.attach ? await attachOrStart(command) : await start(command);
  if (opened === 'attached') return 0;
  return isRefusal(opened) ? opened : announceReview(opened, notices);
}

/** What a command line asks to be reviewed. */
interface ReviewCommand {
  readonly args: ReviewArgs;
  readonly settings: Settings;
  readonly inputs: ReviewInputs;
  readonly ports: Ports;
  readonly terminal: Terminal;
  readonly notify: (message: string) => void;
}

async function start(command: ReviewCommand): Promise<ServedReview | Refusal> {
  const { args, settings, inputs, ports, terminal, notify } = command;
  const listening = await listen(settings.port);
  if (isRefusal(listening)) return listening;
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const privatePath = args.privatePath ? makePrivatePath(ports) : undefined;
  const url = `${listening.url}${privatePath?.prefix ?? ''}`;
  const review = await openReview({
    inputs,
    options: startOptions(command),
    ports,
    reviews,
    server: { url, pid: process.pid },
    directory: terminal.directory,
    notify,
  });
  if (isRefusal(review)) return review;
  return { review, settings, terminal, listening, url, privatePath };
}

function startOptions({ args, settings, ...sources }: ReviewCommand): StartOptions {
  const { unfinished, verdict, threadsFile, carryOpen } = args;
  const { reviewerName, speakers, writeBack } = settings;
  const readThreads = async () =>
    (await import('./read-threads.ts')).readThreads({ args, ...sources });
  return {
    ...(unfinished === undefined ? {} : { unfinished }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(threadsFile === undefined ? {} : { readThreads }),
    ...(reviewerName === undefined ? {} : { reviewerName }),
    ...(speakers === undefined ? {} : { speakers }),
    importOpenThreads: carryOpen,
    writeBack,
  };
}

/** How long another process that opens the same inputs is waited for, in milliseconds. */
const attachTimeout = 15_000;

/** Of several processes that open the same inputs at once, the first starts a review and the others attach to it. */
async function attachOrStart(command: ReviewCommand): Promise<ServedReview | Refusal | 'attached'> {
  const { inputs, ports, terminal } = command;
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  if (inputs.inputsKey === undefined) return start(command);
  const { attach } = await import('./attach.ts');
  const attachTo = async () =>
    (await attach({ inputs, ports, reviews, terminal })) ? 'attached' : start(command);
  return (await ports.locks()).withLock(`review ${inputs.inputsKey}`, attachTo, attachTimeout);
}

function printRefusal(refusal: Refusal, terminal: Terminal): number {
  terminal.notify(`discuss: ${refusal.message}`);
  if (refusal.next !== undefined) terminal.notify(`  ${refusal.next}`);
  return exitStatus(refusal);
}
