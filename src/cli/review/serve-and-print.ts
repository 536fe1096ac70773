import { join } from 'node:path';
import { isRefusal } from '../../core/refusal.ts';
import type { Live } from '../../core/review/ports/live.ts';
import type { SessionStarted } from '../../core/review/stream-payloads.ts';
import { reviewStreamPorts } from '../../session/stream-ports.ts';
import { openPage } from '../open-page.ts';
import { reportCrash } from '../report-crash.ts';
import { webFolder } from '../web-folder.ts';
import { printEvents } from './print-events.ts';
import type { ReviewRun } from './review-run.ts';

/** A review that has been announced. */
export interface AnnouncedReview extends ReviewRun {
  readonly started: { readonly at: string; readonly payload: SessionStarted };
}

/** How long a process that was asked to stop waits for its last line to be read, in milliseconds. */
const lastLinePatience = 500;

/** Serves an announced review and prints its events until it ends; answers the exit status. */
export async function serveAndPrint(run: AnnouncedReview): Promise<number> {
  const { begun, reviews, settings, terminal, listening, prefix, started } = run;
  const { state } = begun;
  const ports = { ...run.ports, live: liveFacts(run) };
  const context = { terminal, ports: async () => run.ports };
  const onError = (error: unknown): void => void reportCrash(error, context);
  const log = await ports.log();
  log.note('info', 'review opened', {
    review: state.id,
    files: state.files.size,
    resumed: begun.resumed,
  });
  const printer = await printEvents({
    reviews,
    ports,
    streamPorts: reviewStreamPorts(ports, reviews.log),
    terminal,
    reviewId: state.id,
    after: state.position,
    onError,
  });
  await takeOver(run);
  const { serveReview } = await import('../../server/serve-review.ts');
  const serving = serveReview({
    listening,
    ports,
    reviews,
    reviewId: state.id,
    directory: terminal.directory,
    webFolder,
    prefix,
    started,
    idleTimeoutSecs: settings.idleTimeoutSecs,
    signal: terminal.signal,
    archive: (transcript) => archive(run, transcript),
    onError,
  });
  const stopWatching = startWatching(run, onError);
  if (settings.autoOpen) void openPage(run.url, terminal);
  const how = await serving;
  await (await stopWatching)();
  if (how === 'done') await Promise.race([printer.done, soonAfterAbort(terminal.signal)]);
  printer.stop();
  log.note('info', `review ${how}`, { review: state.id });
  if (how === 'done') return 0;
  const again = run.inputs.inputsKey === undefined ? '' : ' and the same command resumes it';
  terminal.tell(`discuss: interrupted; the review is kept${again}`);
  return 5;
}

/** What a resumed review missed, or what a new one was asked to take over from the last. */
async function takeOver(run: AnnouncedReview): Promise<void> {
  if (run.begun.resumed) await (await import('./keep-up.ts')).takeOverNow(run);
  else if (run.words.carryOpen) await (await import('./carry-open.ts')).carryOpen(run);
}

/** Loaded once the server answers, since it brings the Markdown parser with it. */
async function startWatching(
  run: AnnouncedReview,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { keepUp } = await import('./keep-up.ts');
  return keepUp(run, onError);
}

/** A reader that takes its time still gets the last line; who asks the process to stop waits a moment for it. */
function soonAfterAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): void => void setTimeout(resolve, lastLinePatience);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

/** The facts that the command line knows, beside what the program counts by itself. */
function liveFacts({ ports, settings }: AnnouncedReview): Live {
  const { reviewerName, noSave, historyDir } = settings;
  return Object.assign(Object.create(ports.live) as Live, {
    ...(reviewerName === undefined ? {} : { reviewerName }),
    ...(noSave ? {} : { transcriptFolder: (name: string) => join(historyDir, name) }),
  });
}

async function archive(run: AnnouncedReview, transcript: unknown): Promise<string | null> {
  const { settings, begun, ports, reviews, terminal } = run;
  if (settings.noSave) return null;
  try {
    const present = await reviews.log.state(begun.state.id);
    const { started } = isRefusal(present) ? begun.state : present;
    const history = await ports.history(settings.historyDir);
    return await history.write({
      name: started.historyName,
      at: ports.clock.now(),
      json: JSON.stringify(transcript, null, 2),
    });
  } catch (error) {
    terminal.tell(
      `discuss: the transcript could not be written: ${error instanceof Error ? error.message : error}`,
    );
    return null;
  }
}
