import type { SecretFinding, SecretScanner } from '../../core/ports/secret-scanner.ts';
import { secretRules } from './secret-rules.ts';

/**
 * Scans with our own rules, then with the library's. The library is loaded only when a text holds something that
 * it could find, so that plain words cost nothing.
 */
export const scanSecrets: SecretScanner = async (texts) => {
  const own = texts.flatMap(scanWithOwnRules);
  if (own.length > 0 || !texts.some(mayHoldSecret)) return own;
  const { scanWithLibrary } = await import('./secretlint-scanner.ts');
  return scanWithLibrary(texts);
};

function scanWithOwnRules(text: string, index: number): SecretFinding[] {
  return secretRules
    .filter(({ pattern }) => pattern.test(text))
    .map(({ name }) => ({ rule: name, index }));
}

/** Words by which the library knows a secret that need not be long. */
const marks = /:\/\/|_authToken|PRIVATE KEY|\bxox|\bxapp-|\bSG\./i;

/**
 * Every other token that the library knows is long and looks random: letters of both cases and digits, or a run of
 * them without a break. Ids of words, UUIDs and most paths do not.
 */
function mayHoldSecret(text: string): boolean {
  return marks.test(text) || text.split(/\s+/).some(looksRandom);
}

function looksRandom(token: string): boolean {
  if (token.length < 16) return false;
  const isMixed = /[A-Z]/.test(token) && /[a-z]/.test(token) && /\d/.test(token);
  return isMixed || /[A-Za-z0-9]{20}/.test(token);
}
