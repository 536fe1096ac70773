import type { StoreSchema } from '../migrate.ts';
import { ledgerTables } from './project-0001-ledger.ts';

/** The store of a project, `.discuss/discuss.db`: its ledgers. */
export const projectStore: StoreSchema = {
  storeName: "the project's store",
  migrations: [ledgerTables],
  versionHalf: 'upper',
};
