import { memoryReviewStore } from './memory-review-store.ts';
import { reviewStoreContract } from './review-store.contract.ts';

reviewStoreContract('memory', memoryReviewStore);
