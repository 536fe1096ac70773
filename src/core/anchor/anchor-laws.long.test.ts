import { anchorLaws } from './anchor-laws.contract.ts';

anchorLaws(10_000);
