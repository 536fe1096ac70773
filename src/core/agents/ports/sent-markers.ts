/** Remembers across processes what has been sent, for notices that are sent once. */
export interface SentMarkers {
  /** True at the first call for a key, false at all later ones; false as well when it cannot be remembered. */
  once(key: string): Promise<boolean>;
  /** Lets a key be sent again. */
  forget(key: string): Promise<void>;
}
