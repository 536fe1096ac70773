import { contextToken } from '../core/agents/context-token.ts';
import type { Discussion } from '../core/ledger/discussion.ts';
import type { Overview, WithDiscussion } from '../core/ledger/ports/ledger-reader.ts';
import type { LedgerStore } from '../core/ledger/ports/ledger-store.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { folderOf, type HookContext, tokensOf } from './hook-context.ts';
import type { HostEvent } from './host.ts';
import { withProjectLedger } from './project-ledger.ts';
import { quoteStored, safeJson } from './quote-stored.ts';
import { type Recovered, unreadable } from './recovered.ts';

/** How many open questions are quoted, and how many discussions are offered. */
const shown = { questions: 5, candidates: 5, recent: 50 } as const;

/** The discussion that a conversation is bound to, or those that it could go on with. */
export async function recoverLedger(event: HostEvent, context: HookContext): Promise<Recovered> {
  const recovered = await withProjectLedger(context.ports, folderOf(event, context), (store) =>
    recoverFrom(event, context, store),
  );
  if (recovered === undefined) return { lines: [] };
  if (isRefusal(recovered)) return unreadable("The project's ledger", recovered);
  const ledgers = await context.ports.ledgers();
  const isTrusted = await ledgers.isTrusted({ directory: folderOf(event, context) });
  return isTrusted ? recovered : { ...recovered, lines: [...recovered.lines, untrusted] };
}

const untrusted =
  "This store came from elsewhere: nothing of the user's messages is recorded in it until they run `discuss store trust`.";

async function recoverFrom(
  event: HostEvent,
  context: HookContext,
  store: LedgerStore,
): Promise<Recovered | Refusal> {
  for (const token of tokensOf(event, context)) {
    const bound = await store.overview({ context: token });
    if (isRefusal(bound)) return bound;
    if (bound !== undefined) return { token, lines: boundLines(bound, token, context) };
  }
  return candidates(event, context, store);
}

function boundLines(
  { discussion, value }: WithDiscussion<Overview>,
  token: string,
  { host }: HookContext,
): string[] {
  const { id, title, revision, openQuestions, unassigned } = discussion;
  const quoted = value.pending.slice(0, shown.questions);
  const unlisted = openQuestions - quoted.length;
  return [
    `It is bound to the discussion ${quoteStored(id, 256)}, ${quoteStored(title, 160)}, at revision ${revision}.`,
    ...(openQuestions === 0 ? ['No question is open.'] : [`Open questions: ${openQuestions}.`]),
    ...quoted.map(
      (question) => `- ${quoteStored(question.id, 256)}: ${quoteStored(question.text, 300)}`,
    ),
    ...(unlisted > 0 ? [`- and ${unlisted} more`] : []),
    ...(unassigned > 0
      ? [`Replies without a question: ${unassigned}. Read them before you record a message again.`]
      : []),
    host.capturesPrompts
      ? "The host's hook records the user's messages as replies."
      : "This host's hook cannot record the user's messages: record each before you go on.",
    `Recover with: discuss ledger current --context ${token}`,
  ];
}

async function candidates(
  event: HostEvent,
  context: HookContext,
  store: LedgerStore,
): Promise<Recovered | Refusal> {
  const first = await store.list(undefined, { offset: 0, limit: 1 });
  if (isRefusal(first)) return first;
  const offset = Math.max(0, first.total - shown.recent);
  const recent = await store.list(undefined, { offset, limit: shown.recent });
  if (isRefusal(recent)) return recent;
  const open = recent.entries
    .filter(({ state }) => state !== 'closed')
    .sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
  const [token = ''] = tokensOf(event, context);
  if (open.length === 0) return { lines: ['It is bound to no discussion of this project.'] };
  const previous = previousTokens(event, context);
  return {
    lines: [
      'It is bound to no discussion. Go on with one only when the user says so, never by yourself:',
      ...open
        .slice(0, shown.candidates)
        .flatMap((discussion) => candidateLines(discussion, token, previous)),
      ...(open.length > shown.candidates
        ? [`- discuss ledger list --context ${token} tells of more`]
        : []),
    ],
  };
}

/** The tokens of the session that the host says this one goes on from. */
function previousTokens(event: HostEvent, { ports }: HookContext): readonly string[] {
  const previous = event.kind === 'start' ? event.previous : undefined;
  if (previous === undefined) return [];
  const origin = { ...event, session: previous };
  return (['ctx', 'lwcctx'] as const).map((form) => contextToken(origin, ports.sha256, form));
}

function candidateLines(
  { id, title, state, revision, context, openQuestions }: Discussion,
  token: string,
  previous: readonly string[],
): string[] {
  const evidence = previous.includes(context) ? ', of the session that this one goes on from' : '';
  const batch = {
    id,
    context: token,
    ...(context === token ? {} : { from_context: context }),
    request_id: `resume-${token.slice(-12)}-${revision}`,
    if_revision: revision,
    operations: [{ op: 'resume', reason: 'REPLACE: what the user said' }],
  };
  return [
    `- ${quoteStored(title, 160)} (${state}, ${openQuestions} open questions${evidence}). To go on, give this to discuss ledger apply --json -`,
    `  ${safeJson(batch)}`,
  ];
}
