import { waitForReview } from '../actions/review/shared/wait-for-review.ts';
import type { PlanFolder } from '../core/agents/ports/plan-folder.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { ReviewState } from '../core/review/state.ts';
import { folderOf, type HookContext, tokensOf } from './hook-context.ts';
import type { PlanDecision, PlanEvent } from './host.ts';
import { reviewFeedback } from './review-feedback.ts';

/** The verdict that lets an agent go on. */
const approving = 'approve';

const reviewOptions = {
  importOpenThreads: true,
  verdictOptions: `${approving}:Approve:positive|revise:Ask for changes:negative`,
  verdictPrompt: 'May the agent carry out this plan?',
};

/** How often a review whose server has gone is taken up again. */
const relaunches = 3;

/**
 * Puts a plan before the user as a review and waits for the verdict; undefined, and the host asks in its own dialog,
 * when none comes in time. The same plan again goes on with the same review, also when the verdict has come between.
 */
export async function gatePlan(
  event: PlanEvent,
  context: HookContext,
): Promise<PlanDecision | undefined> {
  const decided = await decide(event, context);
  if (decided === undefined || !isRefusal(decided)) return decided;
  const { code } = decided;
  (await context.ports.log()).note('warn', 'a plan was not reviewed', { host: event.target, code });
  return undefined;
}

/** A plan that is up for review. */
interface Gate {
  readonly event: PlanEvent;
  readonly context: HookContext;
  readonly plans: PlanFolder;
  /** Under which the plan of the conversation is kept. */
  readonly key: string;
  /** Hash of the plan. */
  readonly plan: string;
  /** The review of the same plan whose verdict nobody has heard. */
  readonly pendingReviewId: string | undefined;
}

async function decide(
  event: PlanEvent,
  context: HookContext,
): Promise<PlanDecision | undefined | Refusal> {
  const { ports } = context;
  const [token = ''] = tokensOf(event, context);
  const key = token.slice(-16);
  const plan = ports.sha256(event.plan);
  const plans = await ports.plans();
  const stored = await plans.find(key);
  const pendingReviewId = stored?.plan === plan && !stored.answered ? stored.reviewId : undefined;
  const gate: Gate = { event, context, plans, key, plan, pendingReviewId };
  const earlierDecision = await earlierVerdict(gate);
  if (earlierDecision !== undefined) return earlierDecision;
  return untilFinished(gate, await plans.write(key, event.plan));
}

/** The verdict that came while no hook waited. */
async function earlierVerdict(gate: Gate): Promise<PlanDecision | undefined> {
  if (gate.pendingReviewId === undefined) return undefined;
  const decision = await takeVerdict(gate, gate.pendingReviewId);
  return isRefusal(decision) ? undefined : decision;
}

/** The verdict of a review, which counts as handed over with that. */
async function takeVerdict(
  { context, plans, key, plan }: Gate,
  reviewId: string,
): Promise<PlanDecision | undefined | Refusal> {
  const decision = await verdictOf(reviewId, context);
  if (decision !== undefined && !isRefusal(decision)) {
    await plans.save(key, { plan, reviewId, answered: true });
  }
  return decision;
}

async function launch({ event, context, plans, key, plan }: Gate, path: string) {
  const launcher = await context.ports.reviewLauncher();
  const directory = folderOf(event, context);
  const launched = await launcher.launch({ ...reviewOptions, directory, files: [path] });
  if (!isRefusal(launched)) {
    await plans.save(key, { plan, reviewId: launched.reviewId, answered: false });
  }
  return launched;
}

/** The verdict of the review that is opened on the plan; undefined when the time is over before. */
async function untilFinished(
  gate: Gate,
  path: string,
): Promise<PlanDecision | undefined | Refusal> {
  const { event, context, pendingReviewId } = gate;
  const { ports, signal } = context;
  const place = { ports, signal, directory: folderOf(event, context) };
  const deadline = performance.now() + context.wait * 1000;
  for (let attempt = 0; attempt <= relaunches; attempt++) {
    const launched = await launch(gate, path);
    if (isRefusal(launched)) return launched;
    const { url, reviewId } = launched;
    // Another review than the one that ran: its verdict came just before.
    const earlierDecision = reviewId === pendingReviewId ? undefined : await earlierVerdict(gate);
    if (earlierDecision !== undefined) return earlierDecision;
    for (let since: string | undefined; ; ) {
      const timeout = (deadline - performance.now()) / 1000;
      if (timeout <= 0) return undefined;
      const waited = await waitForReview({ url, since, timeout, agent: 'Agent' }, place);
      if (isRefusal(waited)) return waited;
      if (waited.status === 'finished') return takeVerdict(gate, reviewId);
      if (waited.status === 'interrupted') return undefined;
      if (waited.status === 'stopped') break;
      since = waited.cursor;
    }
  }
  return refuse('review_stopped', 'the review of the plan was stopped again and again');
}

/** What the user decided; undefined for a review without a verdict. */
async function verdictOf(
  reviewId: string,
  { ports }: HookContext,
): Promise<PlanDecision | undefined | Refusal> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const state: ReviewState | Refusal = await reviews.log.state(reviewId);
  if (isRefusal(state)) return state;
  const { verdict } = state;
  if (verdict === undefined) return undefined;
  const allow = verdict.optionId === approving;
  return { allow, feedback: reviewFeedback(state, allow) };
}
