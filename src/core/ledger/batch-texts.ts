import type { BatchInput, Operation } from './operation.ts';

/** A string of a batch and where it stands. */
export interface PlacedText {
  readonly text: string;
  /** Index of the operation; absent for a field of the batch itself. */
  readonly operation?: number;
  readonly field: string;
}

/** All strings of a batch that people or agents write; context tokens have a closed form of their own. */
export function batchTexts(input: BatchInput): readonly PlacedText[] {
  return [
    { text: input.id, field: 'id' },
    { text: input.request_id, field: 'request_id' },
    ...input.operations.flatMap(operationTexts),
  ];
}

/** Where a string stands, as refusals name it. */
export function pathOf({ operation, field }: PlacedText): string {
  return operation === undefined ? field : `operations[${operation}].${field}`;
}

function operationTexts(operation: Operation, index: number): PlacedText[] {
  const fields = {
    id: operation.id,
    parent: operation.parent,
    text: operation.text,
    description: operation.description,
    reason: operation.reason,
    message_id: operation.message_id,
  };
  const plain = Object.entries(fields).flatMap(([field, text]) =>
    text === undefined ? [] : [{ text, operation: index, field }],
  );
  const refs = (operation.refs ?? []).map((text, at) => ({
    text,
    operation: index,
    field: `refs[${at}]`,
  }));
  return [...plain, ...refs];
}
