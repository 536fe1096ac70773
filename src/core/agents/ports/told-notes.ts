/** Remembers across processes what has been told, for things that are told once. */
export interface ToldNotes {
  /** True at the first call for a key, false at all later ones; false as well when it cannot be remembered. */
  once(key: string): Promise<boolean>;
  /** Lets a key be told again. */
  forget(key: string): Promise<void>;
}
