import type { Finding } from '../../finding.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { asOneLine, fromOneLine } from '../../text/inert-text.ts';
import { type Bundle, readBundle } from '../bundle.ts';
import { invalidBundle } from '../edit.ts';
import { indexField, indexPath } from '../index-file.ts';
import { linesMatching, readMarkdown } from '../markdown-file.ts';
import type { BundleSnapshot } from '../snapshot.ts';
import { entryFindings } from './entry-rules.ts';
import { indexFindings } from './index-rules.ts';
import { faultFinding, manifestFindings } from './manifest-rules.ts';
import { phaseFindings } from './phase-rules.ts';

/** Everything that makes a bundle invalid, at once; none when it is valid. */
function validate(bundle: Bundle, snapshot: BundleSnapshot): Finding[] {
  return [
    ...indexFindings(bundle),
    ...manifestFindings(bundle, snapshot),
    ...entryFindings(bundle),
    ...phaseFindings(bundle),
    ...conflictFindings(bundle),
  ];
}

/** Reads and validates a snapshot; refused only when it is no bundle of this version. */
export function validateSnapshot(
  snapshot: BundleSnapshot,
): { readonly bundle: Bundle; readonly findings: readonly Finding[] } | Refusal {
  const unread = unreadIndex(snapshot);
  if (unread !== undefined) return unread;
  const bundle = readBundle(snapshot.texts);
  return isRefusal(bundle) ? bundle : { bundle, findings: validate(bundle, snapshot) };
}

/** An `index.md` that is there and cannot be read is a fault of the bundle, not the lack of one. */
function unreadIndex({ faults }: BundleSnapshot): Refusal | undefined {
  const index = faults.filter(({ path }) => path === indexPath);
  return index.length === 0 ? undefined : invalidBundle(index.map(faultFinding));
}

function conflictFindings({ texts }: Bundle): Finding[] {
  return [...texts].flatMap(([path, text]) => {
    const lines = linesMatching(readMarkdown(path, text), /^(?:<{7} |>{7} |\|{7} )/);
    if (lines.length === 0) return [];
    const lineNumbers = lines.map((line) => line + 1).join(', ');
    const detail = `${path} holds the marks of a merge conflict in line ${lineNumbers}`;
    return [{ rule: 'merge_conflict', ids: [], path, detail, next: 'settle the conflict by hand' }];
  });
}

/** What does not make a bundle invalid and should be known: it was moved from its recorded root. */
export function warnings(bundle: Bundle, { root }: BundleSnapshot): Finding[] {
  const instruction = indexField(bundle.index, 'head', 'Resume instruction') ?? '';
  if (instruction.includes(fromOneLine(asOneLine(root)))) return [];
  return [
    {
      rule: 'root_differs',
      ids: [],
      path: indexPath,
      detail: `the record names another place than ${root}, where it is; it was moved or cloned`,
      next: 'continue it explicitly: discuss bundle resume, which writes the place anew',
    },
  ];
}
