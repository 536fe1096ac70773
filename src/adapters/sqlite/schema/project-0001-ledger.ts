import type { Migration } from '../migrate.ts';

/**
 * Discussions as rows. Counts on `discussion` and the last three numbers of `item` are derived; they, the partial
 * indexes and `rests_on` let every batch and every bounded read touch only the rows that it is about.
 * `item.original` is null while it equals `text`. `batch.place` counts from 0 without a gap, so that a page of the
 * history is a range. Rows of `item` are inserted in order, so `number` is the order of insertion.
 */
export const ledgerTables: Migration = {
  version: 1,
  name: 'ledger',
  up: `
CREATE TABLE discussion (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  context TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'closed')),
  revision INTEGER NOT NULL,
  items INTEGER NOT NULL,
  open_questions INTEGER NOT NULL,
  unassigned INTEGER NOT NULL,
  active_summaries INTEGER NOT NULL,
  batches INTEGER NOT NULL,
  reordered INTEGER NOT NULL,
  last_item TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX discussion_of_context ON discussion (context, number);

CREATE TABLE binding (
  context TEXT PRIMARY KEY,
  discussion INTEGER NOT NULL UNIQUE REFERENCES discussion (number)
) STRICT, WITHOUT ROWID;

CREATE TABLE item (
  number INTEGER PRIMARY KEY,
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  parent TEXT,
  ordinal INTEGER NOT NULL,
  position INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL,
  message_id TEXT,
  delivery TEXT NOT NULL,
  via TEXT,
  answers INTEGER NOT NULL,
  cited INTEGER NOT NULL,
  cited_below INTEGER NOT NULL,
  text TEXT NOT NULL,
  original TEXT,
  UNIQUE (discussion, id)
) STRICT;
CREATE INDEX item_in_order ON item (discussion, ordinal, id);
CREATE INDEX open_question ON item (discussion, ordinal, position)
  WHERE kind = 'question' AND withdrawn = 0 AND answers = 0;
CREATE INDEX unassigned_reply ON item (discussion, ordinal, position)
  WHERE kind = 'reply' AND withdrawn = 0;
CREATE INDEX stale_summary ON item (discussion, ordinal, position)
  WHERE kind = 'summary' AND withdrawn = 0 AND stale = 1;
CREATE INDEX uncited_item ON item (discussion, ordinal, position)
  WHERE kind IN ('question', 'gap') AND withdrawn = 0 AND cited = 0 AND cited_below = 0;

CREATE TABLE reference (
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  summary TEXT NOT NULL,
  place INTEGER NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (discussion, summary, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE rests_on (
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  base TEXT NOT NULL,
  summary TEXT NOT NULL,
  PRIMARY KEY (discussion, base, summary)
) STRICT, WITHOUT ROWID;
CREATE INDEX rests_on_of_summary ON rests_on (discussion, summary);

CREATE TABLE batch (
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  place INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  input TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (discussion, place),
  UNIQUE (discussion, request_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  id TEXT NOT NULL,
  item TEXT NOT NULL,
  PRIMARY KEY (discussion, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_change (
  discussion INTEGER NOT NULL REFERENCES discussion (number),
  item TEXT NOT NULL,
  place INTEGER NOT NULL,
  operation INTEGER NOT NULL,
  effect TEXT NOT NULL,
  PRIMARY KEY (discussion, item, place, operation, effect)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE item_words USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
`,
};
