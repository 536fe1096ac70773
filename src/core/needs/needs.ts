import type { Refusal } from '../refusal.ts';
import type { Bundles } from './bundles.ts';
import type { Clock } from './clock.ts';
import type { DocumentFolder } from './document-folder.ts';
import type { DropIns } from './drop-ins.ts';
import type { FileLock } from './file-lock.ts';
import type { FileWatcher } from './file-watcher.ts';
import type { Folders } from './folders.ts';
import type { GitDiff } from './git-diff.ts';
import type { HistoryFolder } from './history-folder.ts';
import type { HostFiles } from './host-files.ts';
import type { HostQuestions } from './host-questions.ts';
import type { Ids } from './ids.ts';
import type { Ledgers } from './ledgers.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import type { PlanFolder } from './plan-folder.ts';
import type { RenameSearch } from './rename-search.ts';
import type { Renderer } from './renderer.ts';
import type { ReviewLauncher } from './review-launcher.ts';
import type { Reviews } from './reviews.ts';
import type { SecretScanner } from './secret-scanner.ts';
import type { Servers } from './servers.ts';
import type { Sha256 } from './sha256.ts';
import type { ToldNotes } from './told-notes.ts';

/**
 * Everything that actions ask of the outside. Made in one place; a member that is costly to make is a function,
 * so that a command pays only for what it uses.
 */
export interface Needs {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly live: Live;
  /** The log for those who look after the program, under `~/.discuss/logs`. */
  readonly log: () => Promise<Log>;
  /** The user's store of reviews, opened at the first call. */
  readonly reviews: () => Promise<Reviews | Refusal>;
  /** The questions that agents have put to the person, in the user's store, opened at the first call. */
  readonly questions: () => Promise<HostQuestions | Refusal>;
  /** A secret of the user's, made at its first use and kept in the store, by which this user's processes know their own. */
  readonly secret: (name: string) => Promise<string | Refusal>;
  /** Reaches servers that run, loaded at the first call. */
  readonly servers: () => Promise<Servers>;
  /** The stores of projects, loaded at the first call. */
  readonly ledgers: () => Promise<Ledgers>;
  /** Whether the project that a folder belongs to has a store; looks at names of files alone. */
  readonly hasProjectStore: (directory: string) => Promise<boolean>;
  /** Whether the user has a store of reviews; looks at the name of the file alone. */
  readonly hasUserStore: () => Promise<boolean>;
  /** What hooks have told the agents of a host, loaded at the first call. */
  readonly told: () => Promise<ToldNotes>;
  /** Plans of agents that are reviewed before they are carried out, loaded at the first call. */
  readonly plans: () => Promise<PlanFolder>;
  /** Folders of bundles, git and bindings of contexts, loaded at the first call. */
  readonly bundles: () => Promise<Bundles>;
  /** Loads what it needs when it is called. */
  readonly scanSecrets: SecretScanner;
  /** Makes HTML of documents, loaded at the first call. */
  readonly renderer: () => Promise<Renderer>;
  /** The folder of transcripts at an absolute path. */
  readonly history: (folder: string) => Promise<HistoryFolder>;
  readonly folders: Folders;
  /** Locks between this user's processes, loaded at the first call. */
  readonly locks: () => Promise<FileLock>;
  /** Starts reviews in processes of their own, loaded at the first call. */
  readonly reviewLauncher: () => Promise<ReviewLauncher>;
  /** Watches files on disk, loaded at the first call. */
  readonly fileWatcher: () => Promise<FileWatcher>;
  /** Looks for files that were renamed, loaded at the first call. */
  readonly renameSearch: () => Promise<RenameSearch>;
  /** Git as it is installed, loaded at the first call. */
  readonly gitDiff: () => Promise<GitDiff>;
  /** Markdown files on disk, loaded at the first call. */
  readonly documents: () => Promise<DocumentFolder>;
  /** The speakers that the configuration names, where it does; read at the first call. */
  readonly speakers: () => Promise<readonly string[] | undefined | Refusal>;
  /** Configuration of agents' hosts, loaded at the first call. */
  readonly hostFiles: () => Promise<HostFiles>;
  /** Scripts under the names of other tools, loaded at the first call. */
  readonly dropIns: () => Promise<DropIns>;
}
