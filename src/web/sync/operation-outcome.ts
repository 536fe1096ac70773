import type { Page } from '../page.ts';
import { draftKey } from '../state/draft.ts';
import type { DraftStore } from '../state/draft-store.ts';
import type { PageOperation } from '../state/operation.ts';

/** What was sent has arrived: its draft is needed no longer. */
export function forgetDraft(drafts: DraftStore, operation: PageOperation): void {
  if (operation.kind === 'open-thread') {
    drafts.settle(draftKey({ kind: 'new-thread', anchor: operation.anchor }));
  }
  if (operation.kind === 'reply') {
    drafts.settle(draftKey({ kind: 'reply', threadId: operation.threadId }));
  }
}

/** What was refused goes back to where it was written, with the reason. */
export function returnDraft(page: Page, operation: PageOperation, problem: string): void {
  const { drafts, view, toasts } = page;
  toasts.announce(`Not sent. ${problem}`);
  if (operation.kind !== 'open-thread' && operation.kind !== 'reply') return;
  const target =
    operation.kind === 'reply'
      ? { kind: 'reply' as const, threadId: operation.threadId }
      : { kind: 'new-thread' as const, anchor: operation.anchor };
  const { text, intent, replacement } = operation;
  drafts.restore(
    {
      target,
      text,
      intent,
      ...(replacement !== undefined && { replacement }),
      updatedAt: new Date().toISOString(),
      saved: false,
    },
    problem,
  );
  if (target.kind === 'new-thread' && !view.composing.peek())
    view.composing.value = draftKey(target);
}

/** A thread that was shown before the server knew it has its id: what belongs to it follows. */
export function nameThread({ view, drafts, names }: Page, provisional: string, id: string): void {
  if (names.has(id)) return;
  names.set(id, provisional);
  const reply = { kind: 'reply' as const, threadId: provisional };
  drafts.move([{ key: draftKey(reply), target: { ...reply, threadId: id } }]);
  if (view.active.peek() === provisional) view.active.value = id;
  if (view.hovered.peek() === provisional) view.hovered.value = id;
}
