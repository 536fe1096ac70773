import type { Refusal } from '../refusal.ts';
import { hasHalf } from '../text/half-character.ts';
import type { Archive } from './archive.ts';
import type { FieldText } from './field-texts.ts';
import { maxIdBytes, maxTextBytes, utf8Bytes } from './limits.ts';
import { type InputProblem, invalidInput } from './refusals.ts';
import type { ItemView } from './views.ts';

/** Checks what the shape of an archive cannot say: that its parts fit together. */
export function checkArchive(archive: Archive): Refusal | undefined {
  const [first, ...others] = [
    ...orderProblems(archive),
    ...Object.values(archive.items).flatMap((item) => itemProblems(archive, item)),
    ...cycleProblems(archive),
    ...batchProblems(archive),
    ...archiveTexts(archive).flatMap(textProblems),
  ];
  return first === undefined ? undefined : invalidInput(first, ...others.slice(0, 20));
}

/** All strings of an archive, those inside the recorded inputs too; `field` is the path. */
export function archiveTexts(archive: Archive): readonly FieldText[] {
  const { id, title, description } = archive;
  const head = Object.entries({ id, title, description });
  const items = Object.values(archive.items).flatMap((item, index) => {
    const { id: itemId, text, original, message_id, parent, refs } = item;
    const strings = Object.entries({ id: itemId, text, original, message_id, parent });
    const cited = refs.map((ref, refIndex) => [`refs[${refIndex}]`, ref] as const);
    return [...strings, ...cited].map(
      ([field, value]) => [`items[${index}].${field}`, value] as const,
    );
  });
  const batches = archive.revisions.flatMap(({ request_id, input }, index) => [
    [`revisions[${index}].request_id`, request_id] as const,
    ...stringsOf(parseJson(input)).map((text) => [`revisions[${index}].input`, text] as const),
  ]);
  const messages = archive.messages.map(
    (message, index) => [`messages[${index}].id`, message.id] as const,
  );
  return [...head, ...items, ...batches, ...messages].flatMap(([field, text]) =>
    text === null ? [] : [{ field, text }],
  );
}

function problem(path: string, expected: string): InputProblem {
  return { path, expected, fix: 'export the discussion again' };
}

/** The problems of the rules that are broken: whether one is, the path at fault, and what is expected there. */
function problems(rules: readonly (readonly [boolean, string, string])[]): InputProblem[] {
  return rules.flatMap(([isBroken, path, expected]) => (isBroken ? [problem(path, expected)] : []));
}

function orderProblems({ items, insertion_order }: Archive): InputProblem[] {
  const ids = Object.keys(items);
  const ordered = new Set(insertion_order);
  const isComplete = insertion_order.length === ids.length && ids.every((id) => ordered.has(id));
  return isComplete ? [] : [problem('insertion_order', 'every id of items once')];
}

function itemProblems({ items }: Archive, item: ItemView): InputProblem[] {
  const { kind, parent, refs } = item;
  const isUnderQuestion = parent !== null && ownItem(items, parent)?.kind === 'question';
  const needsParent = kind === 'answer' || kind === 'option';
  const mayHaveParent = kind !== 'summary';
  return problems([
    [ownItem(items, item.id) !== item, 'id', 'the key that the item stands under'],
    [parent !== null && !(isUnderQuestion && mayHaveParent), 'parent', 'a question of the archive'],
    [needsParent && parent === null, 'parent', 'a question, for an answer or option'],
    [(kind === 'summary') !== refs.length > 0, 'refs', 'one or more ids, for summaries alone'],
    [new Set(refs).size !== refs.length, 'refs', 'each id once'],
    [refs.some((ref) => ownItem(items, ref) === undefined), 'refs', 'items of the archive'],
    [item.stale && item.confirmed, 'confirmed', 'false, for a stale summary'],
    [item.stale && kind !== 'summary', 'stale', 'false, for anything but a summary'],
    [
      !item.stale && refs.some((ref) => isUnusable(items, ref)),
      'stale',
      'true, since a cited item is stale or withdrawn',
    ],
  ]).map((fault) => ({ ...fault, path: `items.${item.id}.${fault.path}` }));
}

function isUnusable(items: Archive['items'], ref: string): boolean {
  const item = ownItem(items, ref);
  return item !== undefined && (item.stale || item.withdrawn);
}

function ownItem(items: Archive['items'], id: string): ItemView | undefined {
  return Object.hasOwn(items, id) ? items[id] : undefined;
}

/** Removes items whose dependencies are all removed until none is left to remove; the remaining ones form cycles. */
function cycleProblems({ items }: Archive): InputProblem[] {
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const item of Object.values(items)) {
    const dependencies = item.parent === null ? item.refs : [...item.refs, item.parent];
    waiting.set(item.id, dependencies.length);
    for (const dependency of dependencies) {
      const existing = dependents.get(dependency) ?? [];
      existing.push(item.id);
      dependents.set(dependency, existing);
    }
  }
  const ready = [...waiting].filter(([, dependencies]) => dependencies === 0).map(([id]) => id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    waiting.delete(id);
    for (const dependent of dependents.get(id) ?? []) {
      const remaining = (waiting.get(dependent) ?? 0) - 1;
      waiting.set(dependent, remaining);
      if (remaining === 0) ready.push(dependent);
    }
  }
  return [...waiting.keys()].map((id) =>
    problem(`items.${id}`, 'parents and refs without a cycle'),
  );
}

function batchProblems(archive: Archive): InputProblem[] {
  const { revisions, revision, item_changes, items, messages } = archive;
  const numbers = revisions.map((batch) => batch.revision);
  const isRising = numbers.every((number, index) => number > (numbers[index - 1] ?? 0));
  const requests = new Set(revisions.map(({ request_id }) => request_id));
  const knownRevisions = new Set(numbers);
  const isDated = item_changes.every(
    (change) => knownRevisions.has(change.revision) && Object.hasOwn(items, change.item),
  );
  const changes = new Set(item_changes.map((change) => JSON.stringify(Object.values(change))));
  const isOnce = changes.size === item_changes.length;
  const messageIds = new Set(messages.map(({ id }) => id));
  return problems([
    [!isOnce, 'item_changes', 'each change once'],
    [messageIds.size !== messages.length, 'messages', 'each id once'],
    [!isRising || (numbers.at(-1) ?? 0) > revision, 'revisions', 'rising revisions'],
    [requests.size !== revisions.length, 'revisions', 'each request_id once'],
    [
      revisions.some(({ input }) => parseJson(input) === undefined),
      'revisions',
      'inputs that are JSON',
    ],
    [!isDated, 'item_changes', 'revisions and items of the archive'],
  ]);
}

function textProblems({ field, text }: FieldText): InputProblem[] {
  if (hasHalf(text)) return [problem(field, 'well-formed Unicode')];
  const isLong = /(^|\.)(text|original|title|description|input)$/.test(field);
  const limit = isLong ? maxTextBytes : maxIdBytes;
  return utf8Bytes(text) > limit ? [problem(field, `at most ${limit} bytes`)] : [];
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, member]) => [field, ...stringsOf(member)]);
}
