import { join } from 'node:path';
import type { Live } from '../../core/review/ports/live.ts';
import type { SessionStarted } from '../../core/review/stream-payloads.ts';
import { runReview } from '../../session/run-review.ts';
import { reviewStreamPorts } from '../../session/stream-ports.ts';
import { openPage } from '../open-page.ts';
import { reportCrash } from '../report-crash.ts';
import { webFolder } from '../web-folder.ts';
import { printEvents } from './print-events.ts';
import type { ServedReview } from './served-review.ts';

/** How long a process that was asked to stop waits for its last line to be read, in milliseconds. */
const lastLineTimeout = 500;

/** Serves an announced review and prints its events until it ends; returns the exit status. */
export async function serveAndPrint(
  served: ServedReview,
  started: { readonly at: string; readonly payload: SessionStarted },
): Promise<number> {
  const { settings, terminal, listening, privatePath } = served;
  const { reviews, directory, opened, resumed, inputs } = served.review;
  const { signal } = terminal;
  const { id: reviewId } = opened;
  const ports = { ...served.review.ports, live: liveFacts(served) };
  const context = { terminal, ports: async () => served.review.ports };
  const onError = (error: unknown): void => void reportCrash(error, context);
  const log = await ports.log();
  log.note('info', 'review opened', { review: reviewId, files: opened.files.size, resumed });
  const printer = await printEvents({
    reviews,
    ports,
    streamPorts: reviewStreamPorts(ports, reviews.log),
    terminal,
    reviewId,
    after: opened.position,
    onError,
  });
  const run = await runReview(
    { ...served.review, ports },
    {
      idleTimeoutSecs: settings.idleTimeoutSecs,
      ...(settings.noSave ? {} : { historyFolder: settings.historyDir }),
      signal,
      onError,
    },
  );
  const { serveReview } = await import('../../server/serve-review.ts');
  const room = { ports, reviews, reviewId, run, directory, webFolder, privatePath, started };
  const serving = serveReview({ ...room, listening, signal, onError });
  // Once the server answers, since it brings the Markdown parser with it.
  run.watch();
  if (settings.autoOpen) void openPage(served, terminal);
  await serving;
  const how = await run.stop();
  if (how === 'done') await Promise.race([printer.done, soonAfterAbort(signal)]);
  printer.stop();
  log.note('info', `review ${how}`, { review: reviewId });
  if (how === 'done') return 0;
  const again = inputs.inputsKey === undefined ? '' : ' and the same command resumes it';
  terminal.notify(`discuss: interrupted; the review is kept${again}`);
  return 5;
}

/** A reader that takes its time still gets the last line; who asks the process to stop waits a moment for it. */
function soonAfterAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): void => void setTimeout(resolve, lastLineTimeout);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

/** The facts that the command line knows, beside what the program counts by itself. */
function liveFacts({ review, settings }: ServedReview): Live {
  const { reviewerName, noSave, historyDir } = settings;
  return Object.assign(Object.create(review.ports.live) as Live, {
    ...(reviewerName === undefined ? {} : { reviewerName }),
    ...(noSave ? {} : { transcriptFolder: (name: string) => join(historyDir, name) }),
  });
}
