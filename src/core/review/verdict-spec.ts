import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { VerdictOption } from './wire.ts';

const styles: readonly string[] = ['positive', 'neutral', 'negative'];

/**
 * Reads the verdict buttons from `id[:label][:style][!]|…`. A refusal has the code `usage` and names the option
 * at fault.
 */
export function parseVerdictSpec(spec: string): readonly VerdictOption[] | Refusal {
  const options: VerdictOption[] = [];
  for (const part of spec.split('|')) {
    const option = parseOption(part);
    if (isRefusal(option)) return option;
    options.push(option);
  }
  if (options.length < 2) {
    return fault(
      `needs at least two options, got ${spec.trim() === '' ? 'none' : `one: "${spec}"`}`,
    );
  }
  return duplicate(options) ?? options;
}

function parseOption(text: string): VerdictOption | Refusal {
  const feedbackRequired = text.endsWith('!');
  const parts = (feedbackRequired ? text.slice(0, -1) : text).split(':');
  const [id = '', second, third] = parts;
  if (!/^[a-z0-9_-]+$/.test(id)) {
    return fault(`has the id "${id}"; an id is made of a-z, 0-9, "_" and "-"`);
  }
  if (parts.length > 3) return fault(`has the option "${text}" with more than id, label and style`);
  if (third !== undefined && !isStyle(third)) {
    return fault(`has the style "${third}" at "${id}"; a style is positive, neutral or negative`);
  }
  const onlyStyle = third === undefined && isStyle(second);
  const isLeftOut = second === undefined || (second === '' && third !== undefined);
  const label = isLeftOut || onlyStyle ? titleCase(id) : second;
  if (label.trim() === '') return fault(`has a blank label at "${id}"`);
  const style = onlyStyle ? second : isStyle(third) ? third : 'neutral';
  return { id, label, style, feedbackRequired };
}

function isStyle(text: string | undefined): text is VerdictOption['style'] {
  return text !== undefined && styles.includes(text);
}

/** `needs_review` → `Needs Review`. */
function titleCase(id: string): string {
  const parts = id.split(/[_-]+/).filter((word) => word !== '');
  return parts.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

function duplicate(options: readonly VerdictOption[]): Refusal | undefined {
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const { id, label } of options) {
    if (ids.has(id)) return fault(`has the id "${id}" twice`);
    ids.add(id);
    const folded = label.trim().toLowerCase();
    if (labels.has(folded)) return fault(`has the label "${label}" twice (case is ignored)`);
    labels.add(folded);
  }
  return undefined;
}

function fault(message: string): Refusal {
  return refuse('usage', `--verdict-options ${message}`, {
    field: 'verdictOptions',
    next: "write it as 'approve:Approve:positive|decline:Decline:negative!'",
  });
}
