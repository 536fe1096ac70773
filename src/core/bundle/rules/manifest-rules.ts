import type { Finding } from '../../finding.ts';
import { actionsPath, type Bundle, contextPath, decisionsPath, evidencePath } from '../bundle.ts';
import { indexPath, manifestEnd, manifestStart } from '../index-file.ts';
import { isSafePath } from '../journal.ts';
import { linesMatching } from '../markdown-file.ts';
import type { BundleSnapshot, FileFault } from '../snapshot.ts';

const standardFiles = [contextPath, decisionsPath, actionsPath, evidencePath];
const sizeLimit = 2 * 1024 * 1024;
const repeatedManifest = { detail: 'index.md has more than one manifest', next: 'keep one' };

/** The manifest: one, `index.md` first, sound paths, and exactly the files that are there. */
export function manifestFindings(bundle: Bundle, snapshot: BundleSnapshot): Finding[] {
  const { file, manifest, regions } = bundle.index;
  const starts = linesMatching(file, manifestStart).length;
  const ends = linesMatching(file, manifestEnd).length;
  if (starts === 0 || regions.manifest.length === 0) {
    const detail = 'index.md has no manifest between its two markers';
    const next = 'list the files between the markers';
    return [finding('manifest_missing', indexPath, { detail, next })];
  }
  return [
    ...(starts > 1 || ends > 1 ? [finding('manifest_repeated', indexPath, repeatedManifest)] : []),
    ...orderFindings(manifest),
    ...manifest.flatMap(pathFindings),
    ...standardFiles
      .filter((path) => !manifest.includes(path))
      .map((path) =>
        finding('file_undeclared', path, {
          detail: `${path}, which every bundle has, is not in the manifest`,
          next: `add the line ${path} to the manifest`,
        }),
      ),
    ...fileFindings(bundle, snapshot),
    ...sizeFindings(snapshot),
  ];
}

function finding(rule: string, path: string, texts: { detail: string; next: string }): Finding {
  return { rule, ids: [], path, ...texts };
}

function orderFindings(manifest: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  if (manifest[0] !== indexPath) {
    const detail = `the manifest begins with ${manifest[0] ?? 'nothing'}`;
    findings.push(finding('manifest_first', indexPath, { detail, next: 'put index.md first' }));
  }
  const repeated = new Set(manifest.filter((path, index) => manifest.indexOf(path) !== index));
  for (const path of repeated) {
    const detail = `the manifest names ${path} more than once`;
    findings.push(
      finding('manifest_duplicate', indexPath, { detail, next: 'name each file once' }),
    );
  }
  return findings;
}

function pathFindings(path: string): Finding[] {
  if (isSafePath(path)) return [];
  const detail = `the manifest names "${path}", which is no relative path with / to a .md file inside the root`;
  return [finding('manifest_path', indexPath, { detail, next: 'correct or remove the line' })];
}

const faultTexts: Readonly<Record<FileFault, string>> = {
  symlink: 'is a symbolic link',
  not_regular: 'is no regular file',
  not_utf8: 'is not UTF-8 text',
  unreadable: 'cannot be read',
  too_large: 'is larger than a whole bundle may be',
};

function fileFindings({ index }: Bundle, { texts, faults }: BundleSnapshot): Finding[] {
  const declared = new Set(index.manifest);
  const faulty = new Set(faults.map(({ path }) => path));
  const missing = [...declared]
    .filter((path) => !texts.has(path) && !faulty.has(path) && pathFindings(path).length === 0)
    .map((path) =>
      finding('file_missing', path, {
        detail: `the manifest names ${path}, which is not there`,
        next: 'restore the file, or remove its line from the manifest',
      }),
    );
  const undeclared = [...texts.keys()]
    .filter((path) => !declared.has(path) && !standardFiles.includes(path) && path !== indexPath)
    .map((path) =>
      finding('file_undeclared', path, {
        detail: `${path} is in the bundle and not in its manifest`,
        next: `add the line ${path} to the manifest, or move the file away`,
      }),
    );
  const faultFindings = faults
    .filter(({ path, fault }) => fault === 'symlink' || declared.has(path) || path.endsWith('.md'))
    .map(faultFinding);
  return [...missing, ...undeclared, ...faultFindings];
}

/** What is wrong with a file as a file. */
export function faultFinding({ path, fault }: BundleSnapshot['faults'][number]): Finding {
  return finding(`file_${fault}`, path, {
    detail: `${path} ${faultTexts[fault]}`,
    next: 'put a regular file of UTF-8 text in its place, or remove it',
  });
}

function sizeFindings({ texts }: BundleSnapshot): Finding[] {
  const bytes = [...texts.values()].reduce((sum, text) => sum + byteLength(text), 0);
  if (bytes <= sizeLimit) return [];
  const detail = `the files have ${bytes} bytes together, and ${sizeLimit} is the most`;
  const next = 'move long material into files outside the bundle and cite them';
  return [{ rule: 'bundle_too_large', ids: [], detail, next }];
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
