import type { StoreSchema } from '../migrate.ts';
import { ledgerTables } from './project-0001-ledger.ts';
import { storeIdentity } from './project-0002-identity.ts';

/** The store of a project, `.discuss/discuss.db`: its ledgers and its id. */
export const projectStore: StoreSchema = {
  storeName: "the project's store",
  migrations: [ledgerTables, storeIdentity],
  versionHalf: 'upper',
};
