import type { Sha256 } from '../../core/ports/sha256.ts';

/**
 * What a resource shows. A project is named by a key made from its folder, so that an address that a client sends
 * never becomes a path.
 */
export type ResourceName =
  | { readonly kind: 'review'; readonly id: string }
  | { readonly kind: 'ledger'; readonly project: string; readonly id: string }
  | { readonly kind: 'bundle'; readonly project: string; readonly id: string };

/** The forms of addresses, as templates of RFC 6570. */
export const uriTemplates = {
  review: 'discuss://review/{id}',
  ledger: 'discuss://ledger/{project}/{id}',
  bundle: 'discuss://bundle/{project}/{id}',
} as const;

/** Longest address that is looked at: an id has at most a few hundred characters. */
const longest = 2048;

/** The key by which addresses name a project: 16 hex digits of the hash of its folder. */
export function projectKey(folder: string, sha256: Sha256): string {
  return sha256(folder).slice(0, 16);
}

/** The address of a resource. */
export function resourceUri(name: ResourceName): string {
  const id = encodeURIComponent(name.id);
  if (name.kind === 'review') return `discuss://review/${id}`;
  return `discuss://${name.kind}/${name.project}/${id}`;
}

/** What an address names; undefined for anything that is not one of ours, letter by letter. */
export function parseResourceUri(uri: string): ResourceName | undefined {
  if (uri.length > longest) return undefined;
  const match = /^discuss:\/\/(?:(review)|(ledger|bundle)\/([0-9a-f]{16}))\/([^/?#]+)$/.exec(uri);
  if (match === null) return undefined;
  const [, review, kind, project = '', encoded = ''] = match;
  const id = decode(encoded);
  if (id === undefined) return undefined;
  const name: ResourceName =
    review === undefined
      ? { kind: kind as 'ledger' | 'bundle', project, id }
      : { kind: 'review', id };
  return resourceUri(name) === uri ? name : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
