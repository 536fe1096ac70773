import { dirname, sep } from 'node:path';
import { isRefusal } from '../core/refusal.ts';
import type { GitRenames } from '../core/review/ports/rename-search.ts';
import type { ReviewHeader } from '../core/review/ports/review-store.ts';
import {
  isTellinglySame,
  likenessOfTexts,
  type RenameClues,
  recogniseRename,
} from '../core/review/recognise-rename.ts';
import type { ReviewState } from '../core/review/state.ts';
import type { StartRequest } from './running-review.ts';

/** A file of the inputs that was reviewed at another place. */
interface MovedFile {
  readonly from: string;
  readonly to: string;
}

/** What the inputs were found by before files of theirs were renamed. */
export interface PreviousInputs {
  readonly inputsKey: string;
  readonly moved: readonly MovedFile[];
}

/** Most previous inputs that are compared, the newest ones. */
const mostCompared = 50;

/**
 * The inputs that these ones were before somebody renamed files while no review ran: files that are gone, in whose place
 * stand others of the same text, or that git or a very similar text says they have become. Nothing when that is not clear.
 */
export async function findPrevious(request: StartRequest): Promise<PreviousInputs | undefined> {
  const { inputs, reviews, notify } = request;
  if (inputs.inputsKey === undefined) return undefined;
  const candidates = await goneCandidates(request, inputs.inputsKey);
  if (candidates.length === 0) return undefined;
  const git = gitOnce(request);
  const clues: RenameClues[] = [];
  for (const { header, moved } of candidates) {
    const state = await reviews.log.state(header.id);
    if (isRefusal(state)) continue;
    const each = await Promise.all(moved.map((file) => cluesOf(file, state, { request, git })));
    clues.push(together(header.inputsKey ?? '', each));
  }
  const rename = recogniseRename(clues);
  if (rename.kind === 'none') return undefined;
  const named = (key: string) => candidates.find(({ header }) => header.inputsKey === key);
  if (rename.kind === 'renamed') {
    const moved = named(rename.path)?.moved ?? [];
    for (const { from, to } of moved) notify(`${to} was ${from} before`);
    return { inputsKey: rename.path, moved };
  }
  const names = rename.paths.map((key) => named(key)?.header.sourceFile ?? '').join(', ');
  notify(
    `several reviewed files that are gone could be ${inputs.sourceFile} (${names}); this is a new review`,
  );
  return undefined;
}

interface Candidate {
  readonly header: ReviewHeader;
  readonly moved: readonly MovedFile[];
}

/** The last review of each of the inputs that could have become these. */
async function goneCandidates(
  { reviews, ports }: StartRequest,
  inputsKey: string,
): Promise<readonly Candidate[]> {
  const last = new Map<string, ReviewHeader>();
  for (const header of await reviews.store.list()) {
    const key = header.inputsKey;
    if (key !== undefined && !last.has(key)) last.set(key, header);
  }
  const { realPath } = await ports.inputFiles();
  const candidates: Candidate[] = [];
  for (const [key, header] of last) {
    const moved = movedBetween(JSON.parse(key), JSON.parse(inputsKey));
    if (moved === undefined) continue;
    const present = await Promise.all(moved.map(({ from }) => realPath(from)));
    if (present.some((path) => path !== undefined)) continue;
    candidates.push({ header, moved });
    if (candidates.length === mostCompared) break;
  }
  return candidates;
}

/** The files that differ between two identities; nothing when anything else does. */
function movedBetween(
  before: readonly unknown[],
  now: readonly unknown[],
): readonly MovedFile[] | undefined {
  if (before.length !== now.length) return undefined;
  const moved: MovedFile[] = [];
  for (const [index, from] of before.entries()) {
    const to = now[index];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    if (typeof from !== 'string' || typeof to !== 'string' || before.includes(to)) return undefined;
    moved.push({ from, to });
  }
  return moved;
}

type AskGit = (folder: string, since: string) => Promise<GitRenames | undefined>;

function gitOnce({ ports }: StartRequest): AskGit {
  const answers = new Map<string, Promise<GitRenames | undefined>>();
  return (folder, since) => {
    const key = `${folder} ${since}`;
    const answer =
      answers.get(key) ?? ports.renameSearch().then((search) => search.inGit(folder, since));
    answers.set(key, answer);
    return answer;
  };
}

async function cluesOf(
  { from, to }: MovedFile,
  state: ReviewState,
  { request, git }: { readonly request: StartRequest; readonly git: AskGit },
): Promise<Omit<RenameClues, 'path'>> {
  const { inputs, reviews, options } = request;
  const file = [...state.files.values()].find(({ realPath }) => realPath === from);
  const before = file === undefined ? undefined : await reviews.log.text(file.diskHash);
  const now = inputs.files.find(({ realPath }) => realPath === to)?.text;
  if (before === undefined || now === undefined) return {};
  if (isTellinglySame(before, now)) return { isSameText: true };
  const tree = await git(dirname(to), state.changedAt);
  const gitSays = tree?.renames.some((rename) => rename.from === from && rename.to === to) === true;
  const isNear = tree !== undefined && from.startsWith(tree.root + sep);
  // Who asks for the unfinished review takes the likeness of texts for proof anywhere.
  const counts = isNear || options.unfinished === 'resume';
  return { gitSays, ...(counts ? { likeness: likenessOfTexts(before, now) } : {}) };
}

/** What speaks for all files of some inputs at once: the weakest of the evidence for each. */
function together(path: string, clues: ReadonlyArray<Omit<RenameClues, 'path'>>): RenameClues {
  const likeness = ({ isSameText, likeness: like = 0 }: Omit<RenameClues, 'path'>): number =>
    isSameText === true ? 1 : like;
  return {
    path,
    isSameText: clues.every(({ isSameText }) => isSameText === true),
    gitSays: clues.every(({ isSameText, gitSays }) => isSameText === true || gitSays === true),
    likeness: Math.min(...clues.map(likeness)),
  };
}
