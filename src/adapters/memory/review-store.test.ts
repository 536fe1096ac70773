import { reviewStoreContract } from '../review-store.contract.ts';
import { memoryReviewStore } from './review-store.ts';

reviewStoreContract('memory', memoryReviewStore);
