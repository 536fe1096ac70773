/** Where transcripts of finished reviews are kept as files for people and scripts. */
export interface HistoryFolder {
  /**
   * Writes a transcript below the folder of that name and returns the new file's absolute path. A file that is
   * there already is never replaced. Throws when the folder or file cannot be written.
   */
  write(transcript: HistoryTranscript): Promise<string>;
}

/** A transcript on its way to the history folder. */
export interface HistoryTranscript {
  /** One safe path segment, such as `plan`. */
  readonly name: string;
  /** When the review ended, RFC 3339 in UTC. */
  readonly at: string;
  readonly json: string;
}
