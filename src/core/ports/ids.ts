/** Where new identities and random keys come from. */
export interface Ids {
  /** A UUID of version 7: unique on any machine, in order of creation. */
  uuid(): string;
  /** `length` random characters of `0-9a-z`, for keys that people see. */
  key(length: number): string;
}
