import type { SecretScanner } from '../ports/secret-scanner.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type FieldText, fieldPath } from './field-texts.ts';

/**
 * Refuses texts that hold a likely secret. Names rule and location of each, never the text, so that the refusal
 * can be shown and kept anywhere.
 */
export async function checkSecrets(
  texts: readonly FieldText[],
  scan: SecretScanner,
): Promise<Refusal | undefined> {
  const matches = await scan(texts.map(({ text }) => text));
  const findings = matches.flatMap(({ rule, index }) => {
    const fieldText = texts[index];
    return fieldText === undefined ? [] : [{ rule, fieldText }];
  });
  const [first] = findings;
  if (first === undefined) return undefined;
  const message = `${fieldPath(first.fieldText)} holds a likely secret (rule ${first.rule}); nothing was stored`;
  return refuse('secret_detected', message, {
    field: fieldPath(first.fieldText),
    details: { ...locationOf(first), findings: findings.map(locationOf) },
    next: 'leave the secret out; record a gap with a harmless description in its place',
  });
}

function locationOf({ rule, fieldText }: { readonly rule: string; readonly fieldText: FieldText }) {
  return { rule, operation: fieldText.operation ?? null, field: fieldText.field };
}
