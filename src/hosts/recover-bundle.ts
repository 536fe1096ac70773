import type { BundleBinding } from '../core/bundle/ports/bundle-bindings.ts';
import type { NextStep } from '../core/bundle/status.ts';
import { isRefusal } from '../core/refusal.ts';
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
  const { readNext } = await import('../actions/bundle/shared/read-next.ts');
  const directory = folderOf(event, context);
  const read = await readNext({ root, context: token }, { ports: context.ports, directory });
  return [
    `It is bound to the record bundle ${quoteStored(root, 1024)}, tracker ID ${quoteStored(trackerId, 80)}.`,
    `Before anything else: discuss bundle resume PATH --context ${token}, and read every file that it names.`,
    ...(isRefusal(read) ? unreadable('The bundle', read).lines : nextLines(read.next)),
  ];
}

function nextLines({ text, question }: NextStep): string[] {
  if (question === undefined) return [`Next safe action: ${quoteStored(text, 400)}`];
  const { id, prompt, options } = question;
  return [
    `The question ${id} waits for the user's answer: ${quoteStored(prompt, 400)}`,
    ...options.map(({ number, label }) => `- ${number}: ${quoteStored(label, 120)}`),
  ];
}
