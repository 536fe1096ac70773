import type { StoreSchema } from '../migrate.ts';

/** The user's store: reviews as logs, the servers that run, and which bundle each context works on, questions to the person, secrets, trusted stores. */
export const userSchema: StoreSchema = {
  storeName: "the user's store",
  migrations: [
    {
      version: 1,
      name: 'reviews, their logs, drafts and texts; running servers',
      up: `
        CREATE TABLE review (
          id TEXT PRIMARY KEY,
          inputs_key TEXT,
          source_file TEXT NOT NULL,
          mode TEXT NOT NULL,
          started_at TEXT NOT NULL,
          finished_at TEXT,
          round INTEGER NOT NULL,
          last_position INTEGER NOT NULL,
          last_event INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX review_by_inputs ON review (inputs_key, started_at);
        CREATE INDEX review_by_start ON review (started_at);
        CREATE TABLE review_event (
          review_id TEXT NOT NULL REFERENCES review (id),
          position INTEGER NOT NULL,
          kind TEXT NOT NULL,
          v INTEGER NOT NULL,
          at TEXT NOT NULL,
          author TEXT,
          data TEXT NOT NULL,
          PRIMARY KEY (review_id, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE review_draft (
          review_id TEXT NOT NULL REFERENCES review (id),
          scope TEXT NOT NULL,
          key TEXT NOT NULL,
          target TEXT NOT NULL,
          text TEXT,
          at TEXT NOT NULL,
          position INTEGER NOT NULL,
          PRIMARY KEY (review_id, scope, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX review_draft_by_position ON review_draft (review_id, position);
        CREATE TABLE text (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
        CREATE TABLE running (
          room TEXT NOT NULL,
          url TEXT NOT NULL,
          pid INTEGER NOT NULL,
          directory TEXT NOT NULL,
          started_at TEXT NOT NULL,
          PRIMARY KEY (room, pid)
        ) STRICT, WITHOUT ROWID;
      `,
    },
    {
      version: 2,
      name: 'servers that have ended stay known, with the place in the log where their run began',
      up: `
        ALTER TABLE running ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE running ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX running_by_url ON running (url, started_at);
      `,
    },
    {
      version: 3,
      name: 'the bundle that each context works on',
      up: `
        CREATE TABLE bundle_binding (
          context TEXT PRIMARY KEY,
          root TEXT NOT NULL,
          tracker_id TEXT NOT NULL,
          bound_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bundle_binding_by_root ON bundle_binding (root);
      `,
    },
    {
      version: 4,
      name: 'questions to the person',
      up: `
        CREATE TABLE host_question (
          id TEXT PRIMARY KEY,
          project TEXT,
          status TEXT NOT NULL,
          asked_at TEXT NOT NULL,
          data TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX host_question_by_project ON host_question (project, asked_at);
        CREATE INDEX host_question_pending ON host_question (asked_at) WHERE status = 'pending';
      `,
    },
    {
      version: 5,
      name: 'secrets that only this user knows',
      up: `
        CREATE TABLE user_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      `,
    },
    {
      version: 6,
      name: 'the stores of projects that are trusted',
      up: `
        CREATE TABLE trusted_store (
          id TEXT NOT NULL,
          file TEXT NOT NULL,
          PRIMARY KEY (id, file)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trusted_store_by_file ON trusted_store (file);
      `,
    },
  ],
};
