/** How much is logged, from nothing to everything. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** A log for the people who look after the program; never shown to a reviewer, never on standard output. */
export interface Log {
  /**
   * Notes one thing that happened. `facts` are small machine-readable values such as ids, counts and durations,
   * never text that a person or agent wrote. Never throws.
   */
  note(level: Exclude<LogLevel, 'off'>, message: string, facts?: LogFacts): void;
}

/** What goes with a message; an `Error` is written with its stack and cause. */
export type LogFacts = Readonly<Record<string, unknown>>;
