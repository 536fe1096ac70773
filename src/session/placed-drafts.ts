import type { Draft } from '../core/review/draft.ts';
import { isAnchored, placeDraft } from '../core/review/place-draft.ts';
import type { ReviewStore } from '../core/review/ports/review-store.ts';
import { readDocument } from '../core/review/reviewed-document.ts';
import type { FileVersion, ReviewState } from '../core/review/state.ts';

/** Tells where drafts stand in the present texts. */
export type DraftPlacer = (
  state: ReviewState,
  drafts: readonly Draft[],
) => Promise<readonly Draft[]>;

/** How far a draft has been followed. */
interface Followed {
  readonly draft: Draft;
  readonly sourceVersion: number;
}

/**
 * Makes what follows drafts through each text that their files have had since they were written, page or no page. What
 * is stored is what was written; how far each draft has been followed is remembered, so that a version is read once.
 */
export function draftPlacer(store: Pick<ReviewStore, 'text'>): DraftPlacer {
  const followed = new Map<string, Followed>();
  return async (state, drafts) => {
    const texts = new Map<string, string>();
    const follow = async (draft: Draft): Promise<Draft> => {
      const { target } = draft;
      if (!isAnchored(target)) return draft;
      const name = `${state.id} ${draft.position}`;
      const from = followed.get(name) ?? { draft, sourceVersion: writtenAt(state, draft) };
      const placed = await followOn(from, { state, store, texts });
      followed.set(name, placed);
      return placed.draft;
    };
    const placed: Draft[] = [];
    for (const draft of drafts) placed.push(await follow(draft));
    return placed;
  };
}

/** The version that a draft's place was read from. */
function writtenAt({ versions }: ReviewState, { target }: Draft): number {
  if (!isAnchored(target)) return 0;
  const { fileId, place } = target;
  const version = versions.findLast(
    (one) => one.fileId === fileId && one.textHash === place.textHash,
  );
  return version?.sourceVersion ?? 0;
}

interface Following {
  readonly state: ReviewState;
  readonly store: Pick<ReviewStore, 'text'>;
  /** Texts of versions by their hash, as far as they have been needed. */
  readonly texts: Map<string, string>;
}

async function followOn(from: Followed, following: Following): Promise<Followed> {
  const { versions } = following.state;
  let { draft, sourceVersion } = from;
  for (const version of versions) {
    if (version.sourceVersion <= sourceVersion) continue;
    draft = await stepTo(version, draft, following);
    sourceVersion = version.sourceVersion;
  }
  return { draft, sourceVersion };
}

async function stepTo(version: FileVersion, draft: Draft, following: Following): Promise<Draft> {
  const { target } = draft;
  const { state, texts } = following;
  const { fileId, textHash } = version;
  const file = state.files.get(fileId);
  if (!isAnchored(target) || target.fileId !== fileId || file === undefined) return draft;
  await keepText(target.place.textHash, following);
  await keepText(textHash, following);
  const text = texts.get(textHash);
  if (text === undefined) return draft;
  const document = readDocument({ ...file, textHash, text }, state.started.speakers);
  return { ...draft, target: placeDraft(target, document, (hash) => texts.get(hash)) };
}

async function keepText(hash: string, { store, texts }: Following): Promise<void> {
  if (texts.has(hash)) return;
  const text = await store.text(hash);
  if (text !== undefined) texts.set(hash, text);
}
