import type { SecretScanner } from '../ports/secret-scanner.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type PlacedText, pathOf } from './batch-texts.ts';

/**
 * Refuses texts that hold a likely secret. Names rule and place of each, never the text, so that the refusal can
 * be shown and kept anywhere.
 */
export async function checkSecrets(
  texts: readonly PlacedText[],
  scan: SecretScanner,
): Promise<Refusal | undefined> {
  const found = await scan(texts.map(({ text }) => text));
  const findings = found.flatMap(({ rule, index }) => {
    const placed = texts[index];
    return placed === undefined ? [] : [{ rule, placed }];
  });
  const [first] = findings;
  if (first === undefined) return undefined;
  return refuse(
    'secret_detected',
    `${pathOf(first.placed)} holds a likely secret (rule ${first.rule}); nothing was stored`,
    {
      field: pathOf(first.placed),
      details: { ...place(first), findings: findings.map(place) },
      next: 'leave the secret out; record a gap with a harmless description in its place',
    },
  );
}

function place({ rule, placed }: { readonly rule: string; readonly placed: PlacedText }) {
  return { rule, operation: placed.operation ?? null, field: placed.field };
}
