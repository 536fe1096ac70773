/** Whether a discussion goes on; an active one is bound to its context. */
type DiscussionState = 'active' | 'paused' | 'closed';

/** The head of a discussion: what is known of it without its items. The counts are derived from the items. */
export interface Discussion {
  readonly id: string;
  /** The context that owns it; empty for an imported one that nobody has resumed. */
  readonly context: string;
  readonly title: string;
  readonly description: string;
  readonly state: DiscussionState;
  /** Grows with every batch that is accepted; 0 is a discussion that is not there yet. */
  readonly revision: number;
  readonly items: number;
  readonly openQuestions: number;
  /** Active replies, whose questions are not known yet. */
  readonly unassigned: number;
  readonly activeSummaries: number;
  readonly batches: number;
  /** Whether any item has another position than that of its insertion. */
  readonly reordered: boolean;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An accepted batch as it was sent. */
export interface Batch {
  readonly revision: number;
  readonly requestId: string;
  /** The input as JSON, byte for byte as first serialised. */
  readonly input: string;
  readonly createdAt: string;
}
