import { driftLine } from '../../core/bundle/drift.ts';
import { readStatus } from '../../core/bundle/status.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { flag, text, texts } from '../kit/described.ts';
import { readActive } from './shared/bundle-active.ts';
import { findingLines, nextLines, warningLines } from './shared/bundle-answer-text.ts';
import { bundleDrift } from './shared/bundle-drift.ts';
import {
  answerShape,
  bundleRequest,
  driftShape,
  findingsShape,
  nextShape,
  questionShape,
  standingFields,
} from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

const output = (z: Zod) =>
  z.object({
    ...answerShape(z),
    valid: flag(z, 'Nothing makes it invalid'),
    ...standingFields(z),
    execute_mode: text(z, 'How work is carried out'),
    current_state: text(z, 'Where things stand'),
    accepted_decisions: texts(z, 'Ids of accepted decisions'),
    open_items: texts(z, 'Ids of what is open'),
    active_action: z
      .nullable(
        z.object({
          id: text(z, 'Its id'),
          title: text(z, 'What it is'),
          touchpoints: text(z, 'What it may change'),
          lapsed: flag(z, 'It is authorised no more'),
        }),
      )
      .check(z.describe('The open action')),
    question: z.nullable(questionShape(z)).check(z.describe('The pending question')),
    deferred_questions: texts(z, 'Ids of deferred questions'),
    drift: driftShape(z),
    next: nextShape(z),
    ...findingsShape(z),
  });

/** Where a discussion stands; nothing is written. */
export const bundleStatus = defineBundleAction({
  guide:
    'Answers mode, goal, decisions, open items, the pending question and the next step; writes nothing.',
  input: (z) => z.object(bundleRequest(z)),
  output,
  async run(request, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const { bundle, findings, snapshot, warnings } = active;
    const repository = await active.bundles.git.repository(snapshot.root);
    return {
      ok: true,
      root: snapshot.root,
      valid: findings.length === 0,
      ...readStatus(bundle, findings, warnings),
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
