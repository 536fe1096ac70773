import { showInvisible } from './visible-escapes.ts';

/**
 * A value as one line of JSON, with its line end, for the strictest reader: what nobody sees is escaped, and half a
 * character, which no UTF-8 can hold, becomes the replacement character.
 */
export function jsonLine(value: unknown): string {
  return `${showInvisible(wholeCharacters(JSON.stringify(value)))}\n`;
}

/** JSON writes whole pairs as they are; what it escapes of them is a half alone. */
function wholeCharacters(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:u(d[89a-f]..)|.)/g, (written, half?: string) =>
    half === undefined ? written : '\ufffd',
  );
}
