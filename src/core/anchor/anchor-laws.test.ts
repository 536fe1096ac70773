import { anchorLaws } from './anchor-laws.contract.ts';

anchorLaws(60);
