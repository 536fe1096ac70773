import { type LintFinding, lintDiscussions } from '../../core/inline/lint.ts';
import { filterThreads, type QueryFilter } from '../../core/inline/query-filters.ts';
import { threadViewer } from '../../core/inline/query-view.ts';
import { readinessOf } from '../../core/inline/readiness.ts';
import { parseStatus } from '../../core/inline/thread-status.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type ActionContext, defineAction, type InputOf, type Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { type ReadDocuments, readDocuments } from './shared/inline-documents.ts';
import { queryText } from './shared/inline-query-text.ts';
import { type InlineQueryOutput, inlineQueryOutput } from './shared/inline-schemas.ts';

const input = (z: Zod) =>
  z.object({
    file: z.optional(
      z
        .union([z.string(), z.array(z.string())])
        .check(z.describe('The Markdown file, or several, or folders')),
    ),
    path: z.optional(texts(z, 'The same as file, as a list')),
    initiator: z.optional(z.string()),
    status: z.optional(z.string()),
    blocker: z.optional(z.string()),
    all: z.optional(z.boolean()),
    check_ready: z.optional(z.boolean()),
    lint: z.optional(z.boolean()),
    with_hash: z.optional(z.boolean()),
    ignore: z.optional(texts(z, 'Files and folders to leave out, as patterns such as docs/old/**')),
  });

type QueryInput = InputOf<typeof input>;

/** Lists the inline discussions of Markdown files, or says whether all of them are settled. */
export const inlineQuery = defineAction({
  guide:
    'Use it before anything else in a file with discussions: replies and edits name a thread by what it tells. Answers threads with id, place, comments, status and whose turn it is. With check_ready it says whether all is settled.',
  input,
  output: inlineQueryOutput,
  semanticValidation: [
    '`status` is open, resolved or reopen.',
    '`check_ready` and `lint` cannot stand together.',
  ],
  run: query,
  printed: ({ threads, findings, ...readiness }) => threads ?? findings ?? readiness,
  text: queryText,
  exitCode: ({ is_ready }) => (is_ready === false ? 4 : 0),
});

async function query(
  input: QueryInput,
  context: ActionContext,
): Promise<InlineQueryOutput | Refusal> {
  if (input.check_ready === true && input.lint === true) {
    return refuse('usage', '--check-ready and --lint cannot stand together');
  }
  const filter = readFilter(input);
  if (isRefusal(filter)) return filter;
  const read = await readDocuments(input, context);
  if (isRefusal(read)) return read;
  if (input.check_ready === true) return readiness(read);
  if (input.lint === true) return { findings: findings(read) };
  return { threads: threads(read, { filter, input, context }) };
}

function readFilter({ initiator, status, blocker, all }: QueryInput): QueryFilter | Refusal {
  const parsedStatus = status === undefined ? undefined : parseStatus(status);
  if (isRefusal(parsedStatus)) return parsedStatus;
  return omitUndefined({ initiator, status: parsedStatus, blocker, all });
}

interface Asked {
  readonly filter: QueryFilter;
  readonly input: QueryInput;
  readonly context: ActionContext;
}

function threads(
  { documents, several }: ReadDocuments,
  { filter, input, context }: Asked,
): NonNullable<InlineQueryOutput['threads']> {
  return documents.flatMap(({ file, hash, discussions }) => {
    const view = threadViewer(discussions, context.ports.sha256);
    return filterThreads(discussions, filter).map(({ thread, category }) => ({
      ...(several ? { file } : {}),
      ...view(thread),
      ...omitUndefined({ category, file_hash: input.with_hash === true ? hash : undefined }),
    }));
  });
}

function readiness({ documents, several, skipped }: ReadDocuments): InlineQueryOutput {
  const found = documents.flatMap(({ file, discussions }) =>
    readinessOf(discussions).ready_blockers.map((blocker) => ({
      ...(several ? { file } : {}),
      ...blocker,
    })),
  );
  const nothing = { thread_id: '', root_line: 0, reason: 'no Markdown file was looked at' };
  const ready_blockers = documents.length === 0 ? [nothing] : found;
  return {
    is_ready: ready_blockers.length === 0 && skipped.length === 0,
    ready_blockers,
    ...(skipped.length === 0 ? {} : { skipped }),
  };
}

/** What lint finds in files, in their order. */
export function findings({ documents, several }: ReadDocuments): readonly LintFinding[] {
  return documents.flatMap(({ file, discussions }) =>
    lintDiscussions(discussions).map((finding) => ({ ...(several ? { file } : {}), ...finding })),
  );
}
