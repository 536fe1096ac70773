/** One of the answers that a question offers. Options exclude each other. */
export interface Option {
  /** A few words that answer the question; never with the suffix `(Recommended)`. */
  readonly label: string;
  /** What choosing it brings. */
  readonly description: string;
}

/** A question to a person, in the form in which it is shown and saved. */
export interface Question {
  /** A short word for what it is about. */
  readonly header: string;
  readonly prompt: string;
  /** Two or three options, in the order shown. */
  readonly options: readonly Option[];
  /** Whether the first option is the recommended one. */
  readonly recommended: boolean;
}

const suffix = ' (Recommended)';

/** The label of an option as a person sees it. */
export function shownLabel(question: Question, option: Option): string {
  const first = question.options[0] === option;
  return question.recommended && first ? option.label + suffix : option.label;
}

/** A label as given, without the suffix that recommends it, and whether it had one. */
export function splitSuffix(label: string): {
  readonly label: string;
  readonly recommended: boolean;
} {
  const bare = label.replace(/\s*\(recommended\)\s*$/i, '');
  return { label: bare.trim(), recommended: bare !== label };
}

/**
 * The form in which two labels are compared: width, case, spaces, emphasis, a final stop and what nobody sees do not
 * count.
 */
export function foldLabel(label: string): string {
  return splitSuffix(label.normalize('NFKC'))
    .label.toLowerCase()
    .replace(/[*`\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[.!…]+$/u, '')
    .trim();
}
