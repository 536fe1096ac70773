import { addsItem, type BatchInput, changesItem, type Operation } from './operation.ts';
import type { BatchQuery } from './ports/ledger-store.ts';

/** Returns what has to be loaded before a batch can be decided on. */
export function batchQuery(input: BatchInput): BatchQuery {
  const operations = input.operations;
  return {
    discussion: input.id,
    context: input.context,
    requestId: input.request_id,
    items: unique(operations.flatMap(namedItems)),
    changed: unique(operations.filter(changesItem).map((operation) => operation.id)),
    parents: unique(operations.flatMap(newParent)),
    messages: unique(operations.flatMap(namedMessage)),
    blockers: operations.some((operation) => operation.op === 'close'),
  };
}

function namedItems(operation: Operation): string[] {
  switch (operation.op) {
    case 'question':
    case 'gap':
    case 'reply':
    case 'answer':
    case 'option':
    case 'move':
      return operation.parent === undefined ? [operation.id] : [operation.id, operation.parent];
    case 'summary':
    case 'revise':
      return [operation.id, ...(operation.refs ?? [])];
    case 'withdraw':
    case 'restore':
    case 'confirm':
    case 'delivery':
      return [operation.id];
    case 'start':
    case 'metadata':
    case 'pause':
    case 'resume':
    case 'close':
      return [];
  }
}

function newParent(operation: Operation): string[] {
  const takesParent = addsItem(operation) || operation.op === 'move';
  return takesParent && operation.op !== 'summary' && operation.parent !== undefined
    ? [operation.parent]
    : [];
}

function namedMessage(operation: Operation): string[] {
  const takesMessage = addsItem(operation) || operation.op === 'delivery';
  return takesMessage && operation.message_id !== undefined ? [operation.message_id] : [];
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
