import { driftLine } from '../../core/bundle/drift.ts';
import { standing } from '../../core/bundle/standing.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, readActive } from './shared/bundle-active.ts';
import { findingLines, nextLines, warningLines } from './shared/bundle-answer-text.ts';
import { bundleDrift } from './shared/bundle-drift.ts';
import {
  answerShape,
  bundleRequest,
  findingShape,
  nextShape,
  questionShape,
} from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

const output = (z: Zod) => {
  const change = z.optional(z.object({ was: z.string(), is: z.string() }));
  return z.object({
    ...answerShape(z),
    valid: z.boolean(),
    tracker_id: z.string(),
    mode_status: z.string(),
    profile: z.string(),
    execution_readiness: z.string(),
    execute_mode: z.string(),
    goal: z.string(),
    current_state: z.string(),
    accepted_decisions: z.array(z.string()),
    open_items: z.array(z.string()),
    active_action: z.nullable(
      z.object({
        id: z.string(),
        title: z.string(),
        touchpoints: z.string(),
        lapsed: z.boolean(),
      }),
    ),
    question: z.nullable(questionShape(z)),
    deferred_questions: z.array(z.string()),
    last_updated: z.string(),
    drift: z.object({
      repository: change,
      branch: change,
      commit: change,
      files: z.optional(z.array(z.string())),
    }),
    next: nextShape(z),
    findings: z.array(findingShape(z)),
    warnings: z.array(findingShape(z)),
  });
};

/** Where a discussion stands; nothing is written. */
export const bundleStatus = defineBundleAction({
  input: (z) => z.object(bundleRequest(z)),
  output,
  async run(request: BundleRequest, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const { bundle, findings, snapshot, warnings } = active;
    const repository = await active.bundles.git.repository(snapshot.root);
    return {
      ok: true,
      root: snapshot.root,
      valid: findings.length === 0,
      ...standing(bundle, findings, warnings),
      drift: await bundleDrift(active, repository),
      findings,
      warnings,
    };
  },
  lines: (status) => [
    `${status.root}`,
    `${status.mode_status}, ${status.profile}; execution ${status.execution_readiness}`,
    `Goal: ${status.goal}`,
    `State: ${status.current_state}`,
    `Accepted decisions: ${status.accepted_decisions.join(', ') || 'None'}`,
    `Open items: ${status.open_items.join(', ') || 'None'}`,
    ...(status.active_action === null
      ? []
      : [`Open action: ${status.active_action.id} ${status.active_action.title}`]),
    `Last written ${status.last_updated}; drift since: ${driftLine(status.drift)}`,
    ...(status.valid ? [] : ['Not valid:', ...findingLines(status.findings)]),
    ...warningLines(status.warnings),
    ...nextLines(status.next),
  ],
});
