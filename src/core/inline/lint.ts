import { conflictMarkers } from './conflict-markers.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { statusOfMarker } from './thread-status.ts';
import { unclosedFences } from './unclosed-fences.ts';

/** Something in a document that may be read differently than its writer expects; field names are those of the wire. */
export interface LintFinding {
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  readonly rule: LintRule;
  /** An `error` also keeps the document from being ready. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

type LintRule =
  | 'unknown-marker'
  | 'marker-on-reply'
  | 'full-width-colon'
  | 'comment-in-alert'
  | 'orphan-reply'
  | 'unclosed-fence'
  | 'conflict-marker';

/** Returns the findings of `lint` for a document, in the order of its lines. */
export function lintDiscussions(discussions: Discussions): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const thread of discussions.all) findings.push(...lintMarkers(thread));
  for (const { line, speaker } of discussions.orphans) {
    const message = `the reply of ${speaker} stands under no thread; it is counted nowhere`;
    findings.push({ line, rule: 'orphan-reply', severity: 'error', message });
  }
  for (const { line, kind } of discussions.suspects) {
    findings.push({ line, rule: kind, severity: 'warning', message: suspicion[kind] });
  }
  for (const line of unclosedFences(discussions.scan)) {
    const message = 'nothing closes this code fence; what follows is code and no discussion';
    findings.push({ line, rule: 'unclosed-fence', severity: 'error', message });
  }
  for (const line of conflictMarkers(discussions.scan)) {
    const message = 'a merge conflict begins here; it must be resolved before anything is written';
    findings.push({ line, rule: 'conflict-marker', severity: 'error', message });
  }
  return findings.sort((first, second) => first.line - second.line);
}

const suspicion = {
  'full-width-colon': 'a full-width colon ends no name; with ":" this would be a comment',
  'comment-in-alert':
    'an alert holds no discussion; a blank line before the comment would start one',
};

function lintMarkers({ root, comments }: InlineThread): readonly LintFinding[] {
  return comments.flatMap(({ markers, line, speaker }): readonly LintFinding[] => {
    if (line !== root.line && markers.length > 0) {
      const message = `[${markers.join('] [')}] on a reply of ${speaker} says nothing; only a root has a status`;
      return [{ line, rule: 'marker-on-reply', severity: 'warning', message }];
    }
    return markers
      .filter((marker) => statusOfMarker(marker) === undefined)
      .map((marker) => ({
        line,
        rule: 'unknown-marker' as const,
        severity: 'warning' as const,
        message: `[${marker}] is no status; the thread counts as open. Use [RESOLVED] or [REOPEN]`,
      }));
  });
}
