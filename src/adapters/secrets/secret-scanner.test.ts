import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { secretRules } from './secret-rules.ts';
import { scanSecrets } from './secret-scanner.ts';

/** Put together at run time, so that no scanner of repositories takes this file for a leak. */
const join = (...parts: readonly string[]): string => parts.join('');
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const secrets: Readonly<Record<string, string>> = {
  'an AWS access key id of the documentation': join('AKIA', 'IOSFODNN7EXAMPLE'),
  'a temporary AWS access key id': join('ASIA', 'IOSFODNN7EXAMPLE'),
  'an AWS secret key': join('aws_secret_access_key = ', 'A1b2'.repeat(10)),
  'a private key': join('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'),
  'a private key without its end': join('-----BEGIN ', 'PRIVATE KEY-----\nMIIEvQIBADAN'),
  'a private key of another kind': join('-----BEGIN ENCRYPTED ', 'PRIVATE KEY-----'),
  'a PGP private key': join('-----BEGIN PGP ', 'PRIVATE KEY BLOCK-----'),
  'a Stripe key': join('sk_live_', '4eC39HqLyjWDarjtT1zdp7dc'),
  'a restricted Stripe key': join('rk_test_', '4eC39HqLyjWDarjtT1zdp7dc'),
  'a Google API key': join('AIza', 'SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'),
  'a JWT': join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dozjgNryP4J3jVmNHl0w5N'),
  'a bearer header': join('Authorization: ', 'Bearer abcdef1234567890abcdef'),
  'a bearer token alone': join('curl -H "bearer ', 'abcdef1234567890abcdef"'),
  'a URL with a password': join('https://user:', 'hunter2@example.com/path'),
  'a database URL with a password': join('postgres://admin:', 'hunter2@db.internal:5432/app'),
  'a short URL with a password': join('mysql://u:', 'p@h'),
  'a GitHub token': join('ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'),
  'a Slack token': join('xoxb-', '23984754863-2348975623103-TESTtesttest'),
  'an npm token': join('npm_', letters),
  'an Anthropic key': join('sk-ant-api03-', 'a'.repeat(93), 'AA'),
  'a GitLab token': join('glpat-', 'abcdefghij0123456789'),
  'a Hugging Face token': join('hf_', letters.slice(0, 34)),
  'an assigned password': join('password = "', 'hunter2hunter2"'),
  'a secret in the midst of a text': join('We used\n', 'AKIA', 'IOSFODNN7EXAMPLE, then stopped.'),
  'a secret beside a comment that switches scanners off': join(
    'secretlint-disable ghp_',
    'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx',
  ),
};

const harmless: Readonly<Record<string, string>> = {
  'words that begin like a key id': 'ASIA-PACIFIC-EXPANSION',
  'a shouted word that begins like a key id': 'AKIASOMETHINGVERYLONGINDEED',
  'a key id of lower-case letters': 'akiaiosfodnn7example',
  'the name of a token': 'Which of sk_live_ and sk_test_ keys do we need?',
  'a public key': '-----BEGIN PUBLIC KEY-----\nMIIBIjAN\n-----END PUBLIC KEY-----',
  'a question about private keys': 'Do we keep the PRIVATE KEY in the vault?',
  'a bearer that is none': 'The bearer of this responsibility-and-all-others decides',
  'a scheme of authentication': 'Authorization: Bearer <token>',
  'a URL with a user alone': 'https://user@example.com/path',
  'a URL with a port and a scope': 'https://registry.example.com:8080/@scope/package',
  'a URL with a placeholder': 'https://user:$PASSWORD@example.com/',
  'a UUID': '0192f1c3-7a5b-7c3d-9e4f-0123456789ab',
  'a file path': 'src/storage/sqlite-ledger-store.contract.test.ts',
  'a hash of a commit': '3bbde60c417bab8bf50a1de940ab5eaa73f9e2d5',
  'a context token': `ctx-v1-${'0123456789abcdef'.repeat(4)}`,
  'base64 that begins like a JWT': 'eyJhbGciOiJIUzI1NiJ9',
  'a required password': 'password: "required"',
  'a time and an e-mail address': 'meet at 10:30@office or write to me@example.com',
};

describe('the scanner of secrets (ledger contract 5)', () => {
  it.each(Object.entries(secrets))('finds %s', async (_, text) => {
    const findings = await scanSecrets(['plain words', text, 'more words']);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every(({ index }) => index === 1)).toBe(true);
    expect(JSON.stringify(findings)).not.toContain(text);
  });

  it.each(Object.entries(harmless))('lets %s pass', async (_, text) => {
    expect(await scanSecrets([text])).toEqual([]);
  });

  it('finds each secret of many texts at its own place', async () => {
    const texts = Object.values(secrets);
    const found = await Promise.all(
      texts.map(async (text, place) => {
        const among = [...texts.keys()].map((index) => (index === place ? text : 'plain words'));
        return (await scanSecrets(among)).map(({ index }) => index);
      }),
    );
    for (const [place, indexes] of found.entries())
      expect(new Set(indexes)).toEqual(new Set([place]));
  });

  it('does not join the end of one text to the beginning of the next', async () => {
    expect(await scanSecrets(['aws_secret_access_key =', 'A'.repeat(40)])).toEqual([]);
  });

  it.each(['a.', 'eyJ-', 'a:', 'bearer ', 'password="', 'a://', '-----BEGIN A ', ' '])(
    'gets through 64 KB of "%s" without losing its way',
    async (part) => {
      const text = part.repeat(65_536 / part.length);
      expect(await scanSecrets([text])).toEqual([]);
    },
  );

  it('knows all rules of the library, so that it knows when to load it', () => {
    // A rule that is new here needs a look at `mayHoldSecret`.
    const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
    expect(names.sort()).toEqual(
      (
        '1password anthropic aws basicauth databricks database-connection-string docker figma filter-comments ' +
        'gcp github gitlab grafana groq hashicorp-vault huggingface linear notion npm openai privatekey ' +
        'sendgrid shopify slack vercel'
      )
        .split(' ')
        .sort(),
    );
  });

  it.each([
    ['groq', join('gsk_', letters, letters.slice(0, 16))],
    ['linear', join('lin_api_', letters)],
    ['notion', join('ntn_', '12345678901', letters.slice(0, 35))],
    ['shopify', join('shpat_', '0123456789abcdef'.repeat(2))],
    ['databricks', join('dapi', '0123456789abcdef'.repeat(2))],
    ['figma', join('figd_', letters, letters.slice(0, 8))],
    ['vercel', join('vcp_', letters.slice(0, 24))],
    ['hashicorp-vault', join('hvs.', letters.repeat(3).slice(0, 95))],
    ['grafana', join('glsa_', letters.slice(0, 32), '_0123abcd')],
    ['openai', join('sk-', letters.slice(0, 20), 'T3BlbkFJ', letters.slice(0, 20))],
    ['github', join('github_pat_', letters.repeat(3).slice(0, 82))],
    ['slack', join('xoxb-', '1-a')],
    ['database-connection-string', join('mongodb://', 'user:pw@host/db')],
  ])('loads the library for what its rule %s finds', async (_, text) => {
    expect(await scanSecrets(['plain', text])).toContainEqual({
      rule: expect.any(String),
      index: 1,
    });
  });

  it('names every rule once', () => {
    const names = secretRules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
