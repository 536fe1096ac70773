import { testLedgerStore } from '../ledger-store.contract.ts';
import { memoryLedgerStore } from './ledger-store.ts';

testLedgerStore('memory', memoryLedgerStore);
