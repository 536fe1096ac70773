import type { Finding } from '../finding.ts';
import {
  actionsPath,
  type Bundle,
  contextPath,
  decisionsPath,
  deferredQuestions,
  evidencePath,
  isFilled,
  modeStatus,
  openAction,
  pendingQuestion,
  sectionText,
} from './bundle.ts';
import { indexPath } from './index-file.ts';
import { dependentsOf, staleEntries } from './staleness.ts';

/** The workflows that a discussion may exit to. */
export const exitTargets = ['plan', 'execute'] as const;
export type ExitTarget = (typeof exitTargets)[number];

/** Everything that blocks the exit, at once. `findings` are those of the bundle's validation. */
export function exitBlockers(
  bundle: Bundle,
  target: ExitTarget,
  findings: readonly Finding[],
): Finding[] {
  return [
    ...modeBlockers(bundle),
    ...questionBlockers(bundle),
    ...decisionBlockers(bundle),
    ...actionBlockers(bundle),
    ...findings,
    ...(target === 'execute' ? [...contextBlockers(bundle), ...planBlockers(bundle)] : []),
  ];
}

function modeBlockers(bundle: Bundle): Finding[] {
  const status = modeStatus(bundle);
  const blocker = (rule: string, detail: string, next: string): Finding[] => [
    { rule, ids: [], path: indexPath, detail, next },
  ];
  if (status === 'Exited') {
    return blocker(
      'already_exited',
      'the discussion has been left already',
      'start a new discussion',
    );
  }
  if (status === 'Paused') {
    const next = 'resume it once the user says to continue';
    return blocker('paused', 'the discussion is paused', next);
  }
  return [];
}

function questionBlockers(bundle: Bundle): Finding[] {
  const pending = pendingQuestion(bundle);
  const deferred: Finding[] = deferredQuestions(bundle)
    .filter(({ material }) => material)
    .map(({ id, header }) => ({
      rule: 'question_open',
      ids: [id],
      path: decisionsPath,
      detail: `${id} "${header}" is material and not asked yet`,
      next: `ask it: discuss bundle ask --raise ${id}`,
    }));
  if (pending === undefined) return deferred;
  const { id, header } = pending;
  const detail = `${id} "${header}" waits for the user's answer`;
  const next = `record the answer: discuss bundle answer ${id} "…"`;
  return [{ rule: 'question_pending', ids: [id], path: decisionsPath, detail, next }, ...deferred];
}

function decisionBlockers(bundle: Bundle): Finding[] {
  const stale = [...staleEntries(bundle)].map(([{ id, entry }, cause]) => ({
    rule: `${entry.kind}_stale`,
    ids: [id, cause],
    path: decisionsPath,
    detail: `${id} rests on ${cause}, which no longer holds`,
    next: `record what holds now, superseding ${id}`,
  }));
  const proposed = bundle.decisions
    .filter(({ status }) => status === 'Proposed')
    .flatMap((decision) => {
      const dependents = dependentsOf(bundle, decision);
      if (dependents.length === 0) return [];
      const { id } = decision;
      return [
        {
          rule: 'decision_proposed',
          ids: [id, ...dependents.filter((dependent) => !dependent.endsWith('.md'))],
          path: decisionsPath,
          detail: `${id} is only proposed, and ${dependents.join(', ')} rests on it`,
          next: `ask the user, then accept it: discuss bundle decide --accept ${id}`,
        },
      ];
    });
  return [...stale, ...proposed];
}

function actionBlockers(bundle: Bundle): Finding[] {
  const action = openAction(bundle);
  if (action === undefined) return [];
  const next = `record its result: discuss bundle action finish ${action.id}`;
  const detail = `${action.id} "${action.title}" is authorised and not finished`;
  return [{ rule: 'action_open', ids: [action.id], path: actionsPath, detail, next }];
}

interface RequiredSection {
  readonly title: string;
  /** Whether a truthful `None` says enough. */
  readonly acceptsNone: boolean;
}

const requiredSections: readonly RequiredSection[] = [
  { title: 'Goal', acceptsNone: false },
  { title: 'In scope', acceptsNone: false },
  { title: 'Out of scope', acceptsNone: true },
  { title: 'Constraints', acceptsNone: true },
  { title: 'Baseline', acceptsNone: true },
  { title: 'Preservation requirements', acceptsNone: true },
  { title: 'Risks', acceptsNone: true },
];

function contextBlockers(bundle: Bundle): Finding[] {
  const sections = requiredSections
    .filter(
      ({ title, acceptsNone: none }) =>
        !isFilled(sectionText(bundle.texts, contextPath, title), none),
    )
    .map(({ title, acceptsNone: none }): Finding => {
      const name = title.toLowerCase();
      const orNone = none ? ' (None, if that is the truth)' : '';
      const next = `discuss bundle context ${name.replaceAll(' ', '-')} "…"${orNone}`;
      const detail = `${contextPath} says nothing under "${title}"`;
      return { rule: missingRule(title), ids: [], path: contextPath, detail, next };
    });
  const requirements = bundle.requirements.some(({ status }) => status === 'Accepted');
  const accepted = bundle.decisions.some(({ status }) => status === 'Accepted');
  return [
    ...sections,
    ...(requirements ? [] : [missing('Requirements', decisionsPath, 'discuss bundle require "…"')]),
    ...(accepted
      ? []
      : [missing('Accepted decisions', decisionsPath, 'discuss bundle decide "…" --from Q…')]),
  ];
}

function planBlockers(bundle: Bundle): Finding[] {
  const { texts } = bundle;
  const blockers: Finding[] = [];
  if (!isExecutable(texts.get('plan.md') ?? '', bundle.phases.length)) {
    blockers.push(
      missing('Plan', 'plan.md', 'write steps or phases: discuss bundle handoff plan -'),
    );
  }
  if (withoutTitle(texts.get('verification.md') ?? '') === '') {
    const next = 'say how the result is verified: discuss bundle handoff verification -';
    blockers.push(missing('Verification', 'verification.md', next));
  }
  if (!isFilled(sectionText(texts, evidencePath, 'Handoff notes'), false)) {
    const next = 'tell the executor what to know: discuss bundle evidence --kind handoff "…"';
    blockers.push(missing('Handoff notes', evidencePath, next));
  }
  return blockers;
}

/** A plan can be carried out when it says something, and has steps of its own or phases. */
function isExecutable(plan: string, phases: number): boolean {
  const steps = /^\s*(?:\d+[.)]|[-*+])\s+\S/m.test(plan);
  return withoutTitle(plan) !== '' && (steps || phases > 0);
}

function withoutTitle(text: string): string {
  const body = text.replace(/^\uFEFF?\s*#[^\n]*\n?/, '').trim();
  return /^(?:unknown|none)\.?$/i.test(body) ? '' : body;
}

function missing(title: string, path: string, next: string): Finding {
  const detail = `${path} has no ${title.toLowerCase()}`;
  return { rule: missingRule(title), ids: [], path, detail, next };
}

function missingRule(title: string): string {
  return `missing_${title.toLowerCase().replaceAll(' ', '_')}`;
}
