/** A pattern of likely secrets; the name is what refusals tell. */
export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
}

/**
 * What the scanning library misses. Patterns ask for the length and alphabet of the real thing, so that words which
 * merely begin like a token pass. What a pattern skips before it can fail is bounded, so that no text is slow.
 */
export const secretRules: readonly SecretRule[] = [
  { name: 'aws-access-key-id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  {
    name: 'aws-secret-access-key',
    pattern: /\baws_?secret_?(?:access_?)?key["']?\s{0,9}[:=]\s{0,9}["']?[A-Za-z0-9/+=]{40}/i,
  },
  { name: 'private-key', pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/ },
  { name: 'stripe-key', pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/ },
  { name: 'stripe-webhook-secret', pattern: /\bwhsec_[A-Za-z0-9+/]{24,}/ },
  { name: 'google-api-key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/ },
  { name: 'google-oauth-secret', pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/ },
  { name: 'google-access-token', pattern: /\bya29\.[A-Za-z0-9_-]{20,}/ },
  {
    name: 'jwt',
    pattern:
      /\beyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,4000}\.(?:[A-Za-z0-9_-]{8,}|(?![\w.-]))/,
  },
  {
    name: 'authorization-header',
    pattern:
      /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+(?=\S*[\d=])[A-Za-z0-9._~+/=-]{12,}/i,
  },
  { name: 'bearer-token', pattern: /\bbearer\s+(?=\S*\d)[A-Za-z0-9._~+/=-]{20,}/i },
  {
    name: 'url-with-password',
    pattern:
      /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/?#]*:(?!\$|<|\{|%|\*+@|x+@|\.+@)[^\s@/?#]+@[^\s@/?#]+/i,
  },
  { name: 'gitlab-token', pattern: /\bgl(?:pat|ptt|dt|rt|soat)-[A-Za-z0-9_-]{20,}/ },
  { name: 'hugging-face-token', pattern: /\bhf_[A-Za-z0-9]{34,}\b/ },
  { name: 'pypi-token', pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,}/ },
  { name: 'docker-token', pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/ },
  { name: 'digitalocean-token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/ },
  { name: 'telegram-bot-token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/ },
  { name: 'azure-account-key', pattern: /\bAccountKey=[A-Za-z0-9+/]{80,}={0,2}/ },
  { name: 'age-secret-key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/ },
  {
    name: 'assigned-credential',
    pattern:
      /\b(?:password|passwd|api[_-]?key|client[_-]?secret|access[_-]?token)["']?\s*[:=]\s*(["'])(?=[^"'\s]*\d)(?=[^"'\s]*[a-z])[^"'\s]{10,}\1/i,
  },
];
