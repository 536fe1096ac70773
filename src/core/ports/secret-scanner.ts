/** A likely secret: where it stands and which rule saw it, never the text itself. */
export interface SecretFinding {
  /** Name of the rule, such as `aws-access-key-id`. */
  readonly rule: string;
  /** Position in the list of texts that was scanned. */
  readonly index: number;
}

/** Looks through texts for likely secrets, without network. */
export type SecretScanner = (texts: readonly string[]) => Promise<readonly SecretFinding[]>;
