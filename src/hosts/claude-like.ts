import type { ContextTarget } from '../core/agents/context-token.ts';
import { readAskedQuestions } from './asked-questions.ts';
import type { HookAnswer, HostEvent } from './host.ts';
import { field, objectOf, type Payload, textOf } from './payload.ts';

/** Where a host that speaks as Claude Code does differs from it. */
export interface Dialect {
  readonly target: ContextTarget;
  /** Fields that hold the id of a prompt, the first that is there. */
  readonly messageIds: readonly string[];
}

/** Reads an event of a host whose events have the names and fields of Claude Code's. */
export function readClaudeLike(
  payload: Payload,
  eventName: string | undefined,
  { target, messageIds }: Dialect,
): HostEvent | undefined {
  const event = textOf(payload, 'hook_event_name', 'hookEventName') ?? eventName;
  const session = textOf(payload, 'session_id', 'sessionId');
  if (event === undefined || session === undefined) return undefined;
  const facts = {
    event,
    target,
    session,
    acceptsContext: true,
    ...field('agent', textOf(payload, 'agent_id', 'agentId')),
    ...field('directory', textOf(payload, 'cwd')),
  };
  switch (event) {
    case 'UserPromptSubmit': {
      const text = textOf(payload, 'prompt');
      if (text === undefined) return undefined;
      const { source = 'user' } = payload;
      const messageId = field('messageId', textOf(payload, ...messageIds));
      return { kind: 'prompt', ...facts, text, isPersons: source === 'user', ...messageId };
    }
    case 'SessionStart':
    case 'SubagentStart':
      return { kind: 'start', ...facts, ...field('previous', previousSession(payload)) };
    case 'PreCompact':
    case 'PostCompact':
      return { kind: 'compaction', ...facts, acceptsContext: false };
    case 'PostToolUse':
      return readAnswers(payload, facts);
    case 'PermissionRequest':
    case 'PreToolUse':
      return readPlan(payload, facts);
    default:
      return undefined;
  }
}

type Facts = Pick<
  HostEvent,
  'event' | 'target' | 'session' | 'acceptsContext' | 'agent' | 'directory'
>;

function previousSession(payload: Payload): string | undefined {
  return textOf(payload, 'previous_session_id', 'parent_session_id', 'forked_from_session_id');
}

function readAnswers(payload: Payload, facts: Facts): HostEvent | undefined {
  if (toolOf(payload) !== 'AskUserQuestion') return undefined;
  const callId = textOf(payload, 'tool_use_id', 'toolUseId');
  const questions = readAskedQuestions(objectOf(payload, 'tool_input'), responseOf(payload));
  return callId === undefined ? undefined : { kind: 'answers', ...facts, callId, questions };
}

function readPlan(payload: Payload, facts: Facts): HostEvent | undefined {
  if (toolOf(payload) !== 'ExitPlanMode') return undefined;
  const input = objectOf(payload, 'tool_input');
  const plan = textOf(input, 'plan');
  return plan === undefined ? undefined : { kind: 'plan', ...facts, plan, input };
}

const toolOf = (payload: Payload) => textOf(payload, 'tool_name', 'toolName');
const responseOf = (payload: Payload) => objectOf(payload, 'tool_response');

/** Writes an answer as Claude Code reads it. */
export function writeClaudeLike(event: HostEvent, { context, decision }: HookAnswer): Payload {
  const hookEventName = event.event;
  if (decision !== undefined && event.kind === 'plan') {
    const input = withFeedback(event.input, event.plan, decision.feedback);
    return {
      hookSpecificOutput: { hookEventName, ...permissionOf(hookEventName, decision, input) },
    };
  }
  if (context === undefined || !event.acceptsContext) return {};
  return { hookSpecificOutput: { hookEventName, additionalContext: context } };
}

/** What the reviewer said of a plan that may be carried out reaches the agent as a part of the plan. */
function withFeedback(input: Payload, plan: string, feedback: string): Payload {
  return feedback === '' ? input : { ...input, plan: `${plan.trimEnd()}\n\n${feedback}\n` };
}

/** The host drops leave for this tool that comes without the tool's input, changed or not, and asks itself. */
function permissionOf(
  event: string,
  { allow, feedback }: { readonly allow: boolean; readonly feedback: string },
  updatedInput: Payload,
): Payload {
  if (event === 'PermissionRequest') {
    const decision = allow
      ? { behavior: 'allow', updatedInput }
      : { behavior: 'deny', message: feedback };
    return { decision };
  }
  return allow
    ? {
        permissionDecision: 'allow',
        permissionDecisionReason: 'The plan was approved in its review.',
        updatedInput,
      }
    : { permissionDecision: 'deny', permissionDecisionReason: feedback };
}
