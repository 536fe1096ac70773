/** What is true of the running program alone; nothing of it is stored. */
export interface Live {
  /** Counts an agent that hears the events, until what is returned is called. */
  agentListens(): () => void;
  readonly agentListening: boolean;
  /** The page has said that a person is there. */
  heartbeat(): void;
  /** Milliseconds of the last heartbeat, on a clock that only runs forward. */
  readonly lastHeartbeat: number;
  /** Calls back when an agent begins or stops to listen; calling what is returned ends that. */
  onPresence(listener: (agentListening: boolean) => void): () => void;
  /** Name shown for the person, when one is configured. */
  readonly reviewerName?: string;
  /** Where a transcript of this name in the history will be written; absent when none will be. */
  readonly transcriptFolder?: (historyName: string) => string;
}
