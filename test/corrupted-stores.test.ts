import { it } from 'vitest';
import { tryCorruptedStores } from './support/corrupted-stores.ts';

it('safety 3 and 10: a corrupted store is refused or read, and never an unexpected failure', () =>
  tryCorruptedStores(25, 7));
