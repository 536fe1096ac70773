/** The plan that a conversation has last put up for review. */
export interface StoredPlan {
  /** Hash of the plan's text. */
  readonly plan: string;
  readonly reviewId: string;
  /** Its verdict has been handed to the agent. */
  readonly answered: boolean;
}

/** Plans of agents as files that reviews can be opened on, one for each conversation. */
export interface PlanFolder {
  find(key: string): Promise<StoredPlan | undefined>;
  /** Writes the plan of a conversation, in place of an earlier one; returns the file's absolute path. */
  write(key: string, text: string): Promise<string>;
  save(key: string, plan: StoredPlan): Promise<void>;
}
