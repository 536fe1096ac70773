import { maxIdBytes, maxInputBytes, maxTextBytes } from '../../../core/ledger/limits.ts';

/** The rules of a batch that JSON Schema cannot say, a sentence each. */
export const ledgerSemantics: readonly string[] = [
  `The input is at most ${maxInputBytes} bytes, measured in UTF-8 on its serialisation without white space.`,
  `Texts, descriptions and reasons are at most ${maxTextBytes} bytes of UTF-8, ids at most ${maxIdBytes}.`,
  'Every string is well-formed Unicode.',
  'No string holds a likely secret; record a gap with a harmless description in its place.',
  'Checks run in this order: shape and limits, secrets, owner, retry, revision, state, binding, operations in order, the whole record. A refused batch changes nothing.',
  'The stored context must be the one of the input, unless from_context names the stored one and the first operation is resume; an imported, unbound discussion is taken up with an empty from_context.',
  'A request_id that the discussion has seen is answered with its first receipt and replayed: true when the input is the same, and refused when it is not.',
  'if_revision is the revision of the last receipt; 0 starts a new discussion.',
  'A discussion that is paused or closed accepts resume first; after pause or close in a batch only resume may follow.',
  'A context is bound to at most one active discussion; pause another one first.',
  'start is the first operation of a new discussion and stands nowhere else.',
  'An id and a message_id are new in the discussion where an item is added; a message that answers several questions is recorded whole under each, with message_id on the first only.',
  'A parent is a question; move needs an active one, and gives a new parent only to options, answers and replies.',
  'move needs parent or ordinal; metadata needs text or description.',
  'refs name existing items that are active and not stale; a revised summary gives refs anew, and no summary may rest on itself.',
  'confirm is for summaries that are not stale; delivery is for questions.',
  'close needs every active question answered by a person (not timed_out or assumed), no active reply left, at least one active summary, none stale, and every active question and gap cited by an active summary, directly or through an item below it.',
  'A field without meaning for its operation is kept in the history and has no effect.',
];

/** A batch that shows how the fields go together; its context stands for the one that the host states. */
export const ledgerExample = {
  id: 'storage-choice',
  context: `ctx-v1-${'0'.repeat(64)}`,
  request_id: 'storage-choice-1',
  if_revision: 0,
  operations: [
    {
      op: 'start',
      text: 'Which storage do we use?',
      description: 'Clarifying how the service keeps its data',
    },
    { op: 'question', id: 'q-writers', text: 'How many processes write at the same time?' },
    { op: 'option', id: 'q-writers-one', parent: 'q-writers', text: 'One' },
    { op: 'option', id: 'q-writers-many', parent: 'q-writers', text: 'Several' },
    {
      op: 'answer',
      id: 'a-writers',
      parent: 'q-writers',
      text: 'Several, on one machine',
      message_id: 'message-17',
      via: 'typed',
    },
    {
      op: 'summary',
      id: 's-writers',
      text: 'The store must allow several writers on one machine.',
      refs: ['q-writers', 'a-writers'],
    },
  ],
};
