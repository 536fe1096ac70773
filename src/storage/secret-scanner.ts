import type { SecretFinding, SecretScanner } from '../core/needs/secret-scanner.ts';
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

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Every token that the library knows has an unbroken run of sixteen characters, or one of these words near it. */
function mayHoldSecret(text: string): boolean {
  if (/:\/\/|_authToken|PRIVATE KEY|aws/i.test(text)) return true;
  return /[^\s]{16}/.test(text.length < 16 ? text : text.replace(uuids, ' '));
}
