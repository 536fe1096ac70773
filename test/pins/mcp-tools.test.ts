import { describe, expect, it } from 'vitest';
import { listTools } from '../../src/mcp/list-tools.ts';

/** What programs rely on: hints, then the arguments that a tool needs, then the others. */
const contract: Readonly<Record<string, readonly [string, string, string]>> = {
  review_open: [
    'writes',
    'projectPath',
    'file diff unstaged untracked verdict_options verdict_prompt fresh open_browser',
  ],
  review_state: ['reads', 'projectPath', 'url'],
  review_thread: [
    'writes',
    'projectPath snippet anchor_start anchor_end text',
    'file_id source_version line_range quote range intent replacement request_id url',
  ],
  review_take: ['writes', 'projectPath thread_id text', 'intent replacement request_id url review'],
  review_resolve: ['writes', 'projectPath thread_id', 'decision request_id url review'],
  review_update_source: [
    'writes',
    'projectPath markdown',
    'file_id thread_anchors reanchor request_id url',
  ],
  review_wait: ['reads', 'projectPath', 'url since timeout'],
  discussion: ['writes, repeatable', 'projectPath action', 'input id context offset limit item'],
  lwc_discussion: [
    'writes, repeatable',
    'projectPath action',
    'input id context offset limit item',
  ],
  inline_query: [
    'reads',
    'projectPath',
    'file path initiator status blocker all check_ready lint with_hash ignore',
  ],
  inline_start: ['writes', 'projectPath file anchor_line speaker message', 'if_hash'],
  inline_reply: [
    'writes',
    'projectPath file speaker message',
    'if_hash thread_id anchor_line anchor_text root_line root_text total_lines to',
  ],
  inline_edit: [
    'writes, destroys, repeatable',
    'projectPath file speaker message',
    'if_hash thread_id anchor_line anchor_text root_line root_text total_lines comment depth',
  ],
  inline_set_status: [
    'writes, repeatable',
    'projectPath file status operator',
    'if_hash thread_id anchor_line anchor_text root_line root_text total_lines',
  ],
  bundle_new: ['writes', 'projectPath topic', 'goal commit_record context'],
  bundle_resume: ['writes', 'projectPath root', 'context'],
  bundle_status: ['reads', 'projectPath', 'root context'],
  bundle_next: ['reads', 'projectPath', 'root context'],
  bundle_ask: [
    'writes',
    'projectPath',
    'root context header prompt options material default blocks defer revises raise',
  ],
  bundle_answer: ['writes', 'projectPath', 'root context id words via'],
  bundle_decide: [
    'writes',
    'projectPath',
    'root context text rationale from words rests_on supersedes proposed accept',
  ],
  bundle_assume: [
    'writes',
    'projectPath text',
    'root context rationale from words rests_on supersedes',
  ],
  bundle_require: [
    'writes',
    'projectPath text',
    'root context rationale from words rests_on supersedes',
  ],
  bundle_evidence: ['writes', 'projectPath text', 'root context kind about'],
  bundle_source: [
    'writes',
    'projectPath claim classification source',
    'root context observed_at result revalidate_when',
  ],
  bundle_context: ['writes', 'projectPath section text', 'root context replace'],
  bundle_action: [
    'writes',
    'projectPath action',
    'root context scope from words unneeded touches effects changes_code rests_on id result changed checks risk note',
  ],
  bundle_handoff: ['writes', 'projectPath part text', 'root context title depends_on'],
  bundle_checkpoint: [
    'writes',
    'projectPath',
    'root context current_state last_completed current_work blocked_by next deferred revalidate profile requires releases',
  ],
  bundle_can_exit: ['reads', 'projectPath target', 'root context'],
  bundle_exit: ['writes', 'projectPath target', 'root context plan_record words'],
  bundle_pause: ['writes', 'projectPath', 'root context note'],
  bundle_validate: ['reads', 'projectPath', 'root context'],
  bundle_doctor: ['writes', 'projectPath', 'root context repair ignore'],
  request_user_input: [
    'writes, open world',
    '',
    'projectPath header question options recommended allow_other blocking text_fallback timeout bundle_question root context',
  ],
  question_answer: ['writes', 'question_id', 'projectPath words decline root'],
  question_list: ['reads', '', 'projectPath all'],
};

const tools = await listTools();

function hintsOf(annotations: (typeof tools)[number]['annotations']): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint ? 'reads' : 'writes',
    ...(destructiveHint === true ? ['destroys'] : []),
    ...(idempotentHint === true ? ['repeatable'] : []),
    ...(openWorldHint ? ['open world'] : []),
  ].join(', ');
}

describe('agents 2: the tools of discuss mcp', () => {
  it('have these names, in this order', () => {
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(contract));
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s takes these arguments',
    (name, tool) => {
      const required = tool.inputSchema['required'] as readonly string[];
      const others = Object.keys(tool.inputSchema['properties'] as object).filter(
        (field) => !required.includes(field),
      );
      expect([hintsOf(tool.annotations), required.join(' '), others.join(' ')]).toEqual(
        contract[name],
      );
    },
  );

  it('choose the actions of a group by these words', () => {
    const words = (name: string) =>
      tools.find((tool) => tool.name === name)?.actions.map(({ binding }) => binding.groupAction);
    expect(words('discussion')).toEqual([
      ...['apply', 'current', 'show', 'item', 'history', 'export', 'list'],
    ]);
    expect(words('bundle_action')).toEqual(['start', 'finish']);
  });
});
