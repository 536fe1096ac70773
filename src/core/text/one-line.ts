/** A text on one line: every run of white space has become a blank, and none stands at its ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
