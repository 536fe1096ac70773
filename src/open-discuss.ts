import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findProjectStore } from './adapters/files/project-folder.ts';
import type { ReachableFile } from './adapters/files/reachable-files.ts';
import type { SqliteDatabase } from './adapters/sqlite/database.ts';
import type { TrustedStores } from './adapters/sqlite/trusted-stores.ts';
import type { BundleBindings } from './core/bundle/ports/bundle-bindings.ts';
import type { Bundles } from './core/bundle/ports/bundles.ts';
import type { DocumentFolder } from './core/inline/ports/document-folder.ts';
import type { Ledgers, ProjectLocation } from './core/ledger/ports/ledgers.ts';
import { omitUndefined } from './core/omit-undefined.ts';
import { once } from './core/once.ts';
import type { Clock } from './core/ports/clock.ts';
import type { FileLock } from './core/ports/file-lock.ts';
import type { Folders } from './core/ports/folders.ts';
import type { Ids } from './core/ports/ids.ts';
import type { LogLevel } from './core/ports/log.ts';
import type { Sha256 } from './core/ports/sha256.ts';
import type { Ports } from './core/ports.ts';
import type { HostQuestions } from './core/question/ports/host-questions.ts';
import { isRefusal, type Refusal } from './core/refusal.ts';
import type { Live } from './core/review/ports/live.ts';
import type { Reviews } from './core/review/ports/reviews.ts';
import { reviewLog } from './session/review-log.ts';

export { projectRoot } from './adapters/files/project-folder.ts';
export { readFileWithin, readOwnFile } from './adapters/files/read-file.ts';
export { readFileOrPipe, readStream } from './adapters/files/read-pipe.ts';

/** What the outside is to be made from. */
export interface OpenSettings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly directory: string;
  /** Where the user's store is; `~/.discuss/user.db` without it. */
  readonly store?: string | undefined;
  /**
   * `server`: never waits long inside SQLite. `hook`: neither, and a store is used as it is, never made and never
   * brought up to date. `isolated`: a hook that may be killed at any moment, which reads stores that nobody trusts.
   */
  readonly busyMode?: 'server' | 'command' | 'hook' | 'isolated' | undefined;
  /** The least important level that is logged; `info` without it. */
  readonly logLevel?: LogLevel | undefined;
  readonly onWarning?: (message: string) => void;
  /** Reads the speakers that the configuration names; without it, it names none. */
  readonly speakers?: () => Promise<readonly string[] | undefined | Refusal>;
}

/** Loaded when it is first used, since most commands that only read have no need of it. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** The program that this one is, for reviews in processes of their own. */
const programFile = process.argv[1] ?? '';

const clock: Clock = { now: () => new Date().toISOString() };

const sha256: Sha256 = (text) => crypto().hash('sha256', text);

const ids: Ids = {
  uuid: uuidVersion7,
  key(length) {
    const { randomInt } = crypto();
    const letters = '0123456789abcdefghijklmnopqrstuvwxyz';
    return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  },
};

/** RFC 9562, section 5.7: 48 bits of milliseconds, version and variant, the rest random. */
function uuidVersion7(): string {
  const bytes = crypto().randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Composes the ports of a process. Nothing is opened before it is first used. */
export function openPorts(settings: OpenSettings): Ports {
  const store = userStore(settings);
  return {
    clock,
    ids,
    sha256,
    live: liveProgram(),
    log: once(async () => {
      const { openRotatingLog } = await import('./adapters/logs/rotating-log.ts');
      const folder = join(homeFolder(settings), '.discuss', 'logs');
      return openRotatingLog({ folder, level: settings.logLevel ?? 'info', clock });
    }),
    reviews: once(() => openReviews(store)),
    questions: once(() => openQuestions(store)),
    secret: (name) => openSecret(store, name),
    servers: async () => (await import('./http/server-client.ts')).serverClient,
    ledgers: once(() => openLedgers(settings, store)),
    bundles: once(() => openBundlesHere(settings, store)),
    hasProjectStore: (folder) => hasProjectStore(settings, folder),
    hasUserStore: async () => existsSync(userStorePath(settings)),
    sentMarkers: once(async () => {
      const { openSentMarkers } = await import('./adapters/files/sent-markers.ts');
      return openSentMarkers({ folder: join(homeFolder(settings), '.discuss', 'told'), sha256 });
    }),
    plans: once(async () => {
      const { openPlanFolder } = await import('./adapters/files/plan-folder.ts');
      return openPlanFolder(join(homeFolder(settings), '.discuss', 'plans'));
    }),
    scanSecrets: async (texts) =>
      (await import('./adapters/secrets/secret-scanner.ts')).scanSecrets(texts),
    renderer: once(async () => (await import('./render/renderer.ts')).renderer),
    gitDiff: once(async () =>
      (await import('./adapters/git/git-diff.ts')).openGitDiff(settings.environment),
    ),
    folders,
    locks: once(() => openLocks(settings)),
    reviewLauncher: async () =>
      (await import('./http/launch-review.ts')).reviewLauncher(programFile, settings.environment),
    renameSearch: async () =>
      (await import('./adapters/files/find-renamed.ts')).openRenameSearch(settings.environment),
    inputFiles: async () => (await import('./adapters/files/input-files.ts')).inputFiles,
    fileWatcher: async () => (await import('./adapters/files/file-watcher.ts')).fileWatcher,
    history: async (folder) =>
      (await import('./adapters/files/history-folder.ts')).openHistoryFolder(folder),
    documents: once(() => openDocuments()),
    speakers: once(settings.speakers ?? (async () => undefined)),
    hostFiles: async () => {
      const { openHostFiles } = await import('./adapters/files/host-files.ts');
      return openHostFiles({ home: homeFolder(settings), environment: settings.environment });
    },
    dropIns: async () => {
      const { openDropIns } = await import('./adapters/files/drop-in-scripts.ts');
      return openDropIns({ home: homeFolder(settings), environment: settings.environment });
    },
  };
}

/** Folders of this machine, whose module is loaded when it is first used. */
export const folders: Folders = {
  existing: async (path) => (await import('./adapters/files/folders.ts')).folders.existing(path),
  isInside: async (folder, path) =>
    (await import('./adapters/files/folders.ts')).folders.isInside(folder, path),
};

type UserStore = () => Promise<SqliteDatabase | Refusal>;

/** The user's store, opened once for everything in it. */
function userStore(settings: OpenSettings): UserStore {
  const { onWarning, busyMode = 'command' } = settings;
  return once(async () => {
    const { openUserStore } = await import('./adapters/sqlite/user-store.ts');
    return openUserStore(
      omitUndefined({
        path: userStorePath(settings),
        busyMode: busyMode === 'isolated' ? ('hook' as const) : busyMode,
        onWarning,
      }),
    );
  });
}

/** Returns what is made from the user's store, or why the store cannot be opened. */
async function withStore<Made>(
  store: UserStore,
  make: (database: SqliteDatabase) => Promise<Made>,
): Promise<Made | Refusal> {
  const database = await store();
  return isRefusal(database) ? database : make(database);
}

const openReviews = (store: UserStore): Promise<Reviews | Refusal> =>
  withStore(store, async (database) => {
    const { sqliteReviews } = await import('./adapters/sqlite/reviews.ts');
    const { store: reviews, tail, running } = sqliteReviews(database);
    return { store: reviews, tail, running, log: reviewLog(reviews, tail) };
  });

const openQuestions = (store: UserStore): Promise<HostQuestions | Refusal> =>
  withStore(store, async (database) =>
    (await import('./adapters/sqlite/host-questions.ts')).sqliteHostQuestions(database),
  );

const openSecret = (store: UserStore, name: string): Promise<string | Refusal> =>
  withStore(store, async (database) => {
    const { userSecret } = await import('./adapters/sqlite/user-secret.ts');
    return userSecret(database, name, () => crypto().randomBytes(32).toString('hex'));
  });

const openTrusted = (store: UserStore): Promise<TrustedStores | Refusal> =>
  withStore(store, async (database) =>
    (await import('./adapters/sqlite/trusted-stores.ts')).sqliteTrustedStores(database),
  );

const openBindings = (store: UserStore): Promise<BundleBindings | Refusal> =>
  withStore(store, async (database) =>
    (await import('./adapters/sqlite/bundle-bindings.ts')).sqliteBundleBindings(database),
  );

async function openBundlesHere(settings: OpenSettings, store: UserStore): Promise<Bundles> {
  const { openBundles } = await import('./adapters/files/open-bundles.ts');
  return openBundles({
    environment: settings.environment,
    lock: await openLocks(settings),
    bindings: once(() => openBindings(store)),
  });
}

async function openDocuments(): Promise<DocumentFolder> {
  const [{ openDocumentFolder }, { openLockBeside }] = await Promise.all([
    import('./adapters/files/document-folder.ts'),
    import('./adapters/files/lock-beside.ts'),
  ]);
  return openDocumentFolder({ lock: openLockBeside() });
}

async function openLocks(settings: OpenSettings): Promise<FileLock> {
  const { openFileLock } = await import('./adapters/files/file-lock.ts');
  return openFileLock({ folder: join(homeFolder(settings), '.discuss', 'locks') });
}

async function hasProjectStore({ environment }: OpenSettings, folder: string): Promise<boolean> {
  const named = environment['DISCUSS_STORE'] || undefined;
  if (named !== undefined) return existsSync(resolve(folder, named));
  return findProjectStore(folder) !== undefined;
}

/** A store that the environment names replaces the one of every project. */
async function openLedgers(settings: OpenSettings, store: UserStore): Promise<Ledgers> {
  const { environment, busyMode, onWarning } = settings;
  const { projectLedgers } = await import('./adapters/sqlite/project-ledgers.ts');
  const ledgers = projectLedgers(
    omitUndefined({
      busyMode: busyMode ?? 'command',
      trusted: once(() => openTrusted(store)),
      onWarning,
    }),
  );
  const named = environment['DISCUSS_STORE'] || undefined;
  const withNamed = (location: ProjectLocation) => ({
    ...location,
    store: location.store ?? named,
  });
  return {
    open: (location) => ledgers.open(withNamed(location)),
    init: (location) => ledgers.init(withNamed(location)),
    watch: (location, listener) => ledgers.watch(withNamed(location), listener),
    trust: (location) => ledgers.trust(withNamed(location)),
    // A file that is the user's own store too tells of no trust before it is opened.
    isTrusted: async (location) =>
      !(busyMode === 'hook' && named !== undefined) && ledgers.isTrusted(withNamed(location)),
  };
}

/** What other users of the machine reach of the user's folder, the stores and some more paths. */
export async function filesOthersReach(
  settings: OpenSettings,
  ...more: readonly string[]
): Promise<readonly ReachableFile[]> {
  const { reachableFiles } = await import('./adapters/files/reachable-files.ts');
  const project = findProjectStore(settings.directory);
  const stores = [userStorePath(settings), ...(project === undefined ? [] : [project])];
  const beside = stores.flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
  return reachableFiles([join(homeFolder(settings), '.discuss'), ...beside, ...more]);
}

function userStorePath(settings: OpenSettings): string {
  const { store, environment, directory } = settings;
  const named = store ?? environment['DISCUSS_STORE'];
  if (named !== undefined && named !== '') return resolve(directory, named);
  return join(homeFolder(settings), '.discuss', 'user.db');
}

function homeFolder({ environment, directory }: OpenSettings): string {
  const home = environment['HOME'];
  if (home !== undefined && home !== '') return resolve(directory, home);
  // With an empty HOME, `homedir` is empty too, and the working directory must not be taken for it. The module is
  // loaded here, since most processes have a HOME.
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  return homedir() || userInfo().homedir;
}

function liveProgram(): Live {
  let agents = 0;
  let lastHeartbeat = Number.NEGATIVE_INFINITY;
  const listeners = new Set<(agentListening: boolean) => void>();
  const count = (change: number): void => {
    const before = agents > 0;
    agents += change;
    if (agents > 0 !== before) for (const listener of listeners) listener(agents > 0);
  };
  return {
    agentListens() {
      let counted = true;
      count(1);
      return () => {
        if (counted) count(-1);
        counted = false;
      };
    },
    get agentListening() {
      return agents > 0;
    },
    heartbeat() {
      lastHeartbeat = performance.now();
    },
    get lastHeartbeat() {
      return lastHeartbeat;
    },
    onPresence(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
