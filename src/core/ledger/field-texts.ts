import type { BatchInput, Operation } from './operation.ts';

/** A string of a batch and the field that holds it. */
export interface FieldText {
  readonly text: string;
  /** Index of the operation; absent for a field of the batch itself. */
  readonly operation?: number;
  readonly field: string;
}

/** All strings of a batch that people or agents write; context tokens have a closed form of their own. */
export function batchFieldTexts(input: BatchInput): readonly FieldText[] {
  return [
    { text: input.id, field: 'id' },
    { text: input.request_id, field: 'request_id' },
    ...input.operations.flatMap(operationTexts),
  ];
}

/** The path of a string's field, as refusals name it. */
export function fieldPath({ operation, field }: FieldText): string {
  return operation === undefined ? field : `operations[${operation}].${field}`;
}

function operationTexts(operation: Operation, index: number): FieldText[] {
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
  const refs = (operation.refs ?? []).map((text, refIndex) => ({
    text,
    operation: index,
    field: `refs[${refIndex}]`,
  }));
  return [...plain, ...refs];
}
