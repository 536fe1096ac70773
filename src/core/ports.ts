import type { DropIns } from './agents/ports/drop-ins.ts';
import type { HostFiles } from './agents/ports/host-files.ts';
import type { PlanFolder } from './agents/ports/plan-folder.ts';
import type { SentMarkers } from './agents/ports/sent-markers.ts';
import type { Bundles } from './bundle/ports/bundles.ts';
import type { Renderer } from './document/markdown-it/ports/renderer.ts';
import type { DocumentFolder } from './inline/ports/document-folder.ts';
import type { Ledgers } from './ledger/ports/ledgers.ts';
import type { Clock } from './ports/clock.ts';
import type { FileLock } from './ports/file-lock.ts';
import type { Folders } from './ports/folders.ts';
import type { Ids } from './ports/ids.ts';
import type { Log } from './ports/log.ts';
import type { SecretScanner } from './ports/secret-scanner.ts';
import type { Sha256 } from './ports/sha256.ts';
import type { HostQuestions } from './question/ports/host-questions.ts';
import type { Refusal } from './refusal.ts';
import type { FileWatcher } from './review/ports/file-watcher.ts';
import type { GitDiff } from './review/ports/git-diff.ts';
import type { HistoryFolder } from './review/ports/history-folder.ts';
import type { InputFiles } from './review/ports/input-files.ts';
import type { Live } from './review/ports/live.ts';
import type { RenameSearch } from './review/ports/rename-search.ts';
import type { ReviewLauncher } from './review/ports/review-launcher.ts';
import type { Reviews } from './review/ports/reviews.ts';
import type { Servers } from './review/ports/servers.ts';

/**
 * Everything that actions ask of the outside. Made in one place; a member that is costly to make is a function,
 * so that a command pays only for what it uses.
 */
export interface Ports {
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
  readonly sentMarkers: () => Promise<SentMarkers>;
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
  /** Reads files that are to be reviewed, loaded at the first call. */
  readonly inputFiles: () => Promise<InputFiles>;
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
