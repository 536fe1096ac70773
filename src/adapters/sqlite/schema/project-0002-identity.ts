import type { Migration } from '../migrate.ts';

/** A random id of the store, by which the user's own store says that it is trusted. */
export const storeIdentity: Migration = {
  version: 2,
  name: 'the id of the store',
  up: `
CREATE TABLE store_identity (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO store_identity (id) VALUES (lower(hex(randomblob(16))));
`,
};
