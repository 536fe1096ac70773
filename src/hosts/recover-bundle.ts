import type { BundleRequest } from '../actions/bundle/shared/bundle-active.ts';
import type { ActionContext } from '../actions/kit/action.ts';
import type { BundleBinding } from '../core/bundle/ports/bundle-bindings.ts';
import type { QuestionCard } from '../core/bundle/question-card.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { folderOf, type HookContext, tokensOf } from './hook-context.ts';
import type { HostEvent } from './host.ts';
import { quoteStored } from './quote-stored.ts';
import { type Recovered, unreadable } from './recovered.ts';

/** The bundle that a conversation is bound to, how to go on with it, and the question that waits in it. */
export async function recoverBundle(event: HostEvent, context: HookContext): Promise<Recovered> {
  const { bindings } = await context.ports.bundles();
  const store = await bindings();
  if (isRefusal(store)) return { lines: [] };
  for (const token of tokensOf(event, context)) {
    const binding = await store.find(token);
    if (binding !== undefined) return { token, lines: await bundleLines(binding, event, context) };
  }
  return { lines: [] };
}

async function bundleLines(
  { root, trackerId, context: token }: BundleBinding,
  event: HostEvent,
  context: HookContext,
): Promise<readonly string[]> {
  const next = await readNext({ root, context: token }, event, context);
  return [
    `It is bound to the record bundle ${quoteStored(root, 1024)}, tracker ID ${quoteStored(trackerId, 80)}.`,
    `Before anything else: discuss bundle resume PATH --context ${token}, and read every file that it names.`,
    ...(isRefusal(next) ? unreadable('The bundle', next).lines : nextLines(next)),
  ];
}

interface Next {
  readonly text: string;
  readonly question?: Pick<QuestionCard, 'id' | 'prompt' | 'options'>;
}

async function readNext(
  request: BundleRequest,
  event: HostEvent,
  context: HookContext,
): Promise<Next | Refusal> {
  const { bundleNext } = await import('../actions/bundle/bundle-next.ts');
  const { ports, signal } = context;
  const directory = folderOf(event, context);
  const caller: ActionContext = { ports, directory, signal, caller: 'cli' };
  const answer = await bundleNext.run(request, caller);
  return isRefusal(answer) ? answer : (answer as { readonly next: Next }).next;
}

function nextLines({ text, question }: Next): string[] {
  if (question === undefined) return [`Next safe action: ${quoteStored(text, 400)}`];
  const { id, prompt, options } = question;
  return [
    `The question ${id} waits for the user's answer: ${quoteStored(prompt, 400)}`,
    ...options.map(({ number, label }) => `- ${number}: ${quoteStored(label, 120)}`),
  ];
}
