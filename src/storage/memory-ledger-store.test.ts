import { testLedgerStore } from './ledger-store.contract.ts';
import { memoryLedgerStore } from './memory-ledger-store.ts';

testLedgerStore('memory', memoryLedgerStore);
