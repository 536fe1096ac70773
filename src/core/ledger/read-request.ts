import { isRefusal, type Refusal } from '../refusal.ts';
import type { PageRequest } from './ports/ledger-reader.ts';
import type { Viewer } from './read-ledger.ts';
import { type InputProblem, invalidInput } from './refusals.ts';

/** The fields of every read: who reads, and which page. */
export interface ReadFields {
  readonly context?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** A person at the store itself reads what any context owns. */
  readonly any?: boolean | undefined;
}

/** Entries of a page by default, and at most. */
export const pageSizes = { default: 50, max: 100 } as const;

const contextToken = /^(?:lwcctx-v1|ctx-v1)-[0-9a-f]{64}$/;

/** Who reads; refused without a well-formed context. */
export function readerOf({ context, any }: ReadFields): Viewer | Refusal {
  if (any === true && context === undefined) return 'person';
  if (context !== undefined && contextToken.test(context)) return { context };
  return invalidInput({
    path: 'context',
    expected: 'ctx-v1- or lwcctx-v1- and 64 lower-case hex digits',
    fix: 'give the context token that the host has stated; never make one up',
  });
}

/** The page to read; refused outside its bounds. */
export function pageOf({
  offset = 0,
  limit = pageSizes.default,
}: ReadFields): PageRequest | Refusal {
  const problems: InputProblem[] = [];
  if (!Number.isSafeInteger(offset) || offset < 0) {
    const expected = 'a whole number of 0 or more';
    problems.push({ path: 'offset', expected, fix: 'count entries from 0' });
  }
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > pageSizes.max) {
    const expected = `a whole number from 1 to ${pageSizes.max}`;
    problems.push({ path: 'limit', expected, fix: 'read in several pages' });
  }
  const [first, ...others] = problems;
  return first === undefined ? { offset, limit } : invalidInput(first, ...others);
}

/** The reader and the page of a read. */
export function readRequest(fields: ReadFields): { reader: Viewer; page: PageRequest } | Refusal {
  const reader = readerOf(fields);
  if (isRefusal(reader)) return reader;
  const page = pageOf(fields);
  return isRefusal(page) ? page : { reader, page };
}
