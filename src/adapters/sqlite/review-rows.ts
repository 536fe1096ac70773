import type { Draft, DraftScope } from '../../core/review/draft.ts';
import type { ReviewEvent } from '../../core/review/events.ts';
import type { ReviewHeader } from '../../core/review/ports/review-store.ts';
import { upcast } from '../../core/review/upcast.ts';
import type { SqlRow } from './sql-value.ts';

/** Reads the row of a review. */
export function readHeader(row: SqlRow): ReviewHeader {
  const { inputs_key: inputsKey, finished_at: finishedAt } = row;
  return {
    id: String(row['id']),
    sourceFile: String(row['source_file']),
    mode: row['mode'] as ReviewHeader['mode'],
    startedAt: String(row['started_at']),
    round: Number(row['round']),
    ...(inputsKey === null ? {} : { inputsKey: String(inputsKey) }),
    ...(finishedAt === null ? {} : { finishedAt: String(finishedAt) }),
  };
}

/** Reads the row of an event, lifted to the present form. */
export function readEvent(row: SqlRow): ReviewEvent {
  const author = row['author'] === null ? {} : { author: JSON.parse(String(row['author'])) };
  return upcast({
    position: Number(row['position']),
    kind: String(row['kind']),
    v: Number(row['v']),
    at: String(row['at']),
    data: JSON.parse(String(row['data'])) as unknown,
    ...author,
  });
}

/** Reads the row of a draft. */
export function readDraft(row: SqlRow): Draft {
  const text = row['text'];
  return {
    target: JSON.parse(String(row['target'])) as DraftScope,
    key: String(row['key']),
    text: text === null || text === undefined ? null : String(text),
    at: String(row['at']),
    position: Number(row['position']),
  };
}
