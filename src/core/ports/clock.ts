/** The time of day, handed in so that rules never read it themselves. */
export interface Clock {
  /** The present moment as RFC 3339 in UTC with milliseconds, such as `2026-11-30T10:42:07.123Z`. */
  now(): string;
}
