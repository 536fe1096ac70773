import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import { applicationId, migrate } from '../../src/adapters/sqlite/migrate.ts';
import { projectStore } from '../../src/adapters/sqlite/schema/project-store.ts';
import { endlessDatabase } from '../support/endless-database.ts';
import { hookedProject, tokenOf } from '../support/hooked-project.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const claude = tokenOf('claude', '00893aaf-19fa-41d2-8238-13269b9b3ca0');

function makeStore(path: string, work: (database: SqliteDatabase) => void): void {
  const database = openSqlite(path, { mark: applicationId });
  migrate(database, projectStore);
  database.exec('PRAGMA journal_mode = DELETE');
  work(database);
  database.close();
}

const stores: Readonly<Record<string, (path: string) => void>> = {
  'a list of tables without end': (path) => writeFileSync(path, endlessDatabase(applicationId)),
  'one that claims nothing': (path) => writeFileSync(path, endlessDatabase(0)),
  'a view without end': (path) =>
    makeStore(path, (one) =>
      one.exec(`DROP TABLE binding; CREATE VIEW binding (context, discussion) AS
        WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, n FROM c`),
    ),
  'a slow trigger': (path) =>
    makeStore(path, (one) =>
      one.exec(`CREATE TRIGGER slow AFTER INSERT ON batch BEGIN
        DELETE FROM item WHERE id IN (
          WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c);
        END`),
    ),
  'a huge table': (path) =>
    makeStore(path, (one) =>
      one.exec(`WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200000)
        INSERT INTO discussion (id, context, title, description, state, revision, items,
          open_questions, unassigned, active_summaries, batches, reordered, created_at, updated_at)
        SELECT n, n, n, '', 'active', 1, 0, 0, 0, 0, 0, 0, '', '' FROM c`),
    ),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
};

function put(scratch: Scratch, make: (path: string) => void): string {
  const path = join(scratch.directory, '.discuss/discuss.db');
  mkdirSync(dirname(path));
  make(path);
  return path;
}

describe('a hook answers whatever the store of a clone holds (safety contract 3)', () => {
  it.each(Object.entries(stores))('%s', async (_, make) => {
    const scratch = scratchOfTest();
    const path = put(scratch, make);
    const isFile = readdirSync(dirname(path), { withFileTypes: true })[0]?.isFile() === true;
    const digest = () =>
      isFile ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
    const before = digest();
    const { hook } = hookedProject(scratch);
    for (const event of ['SessionStart.startup', 'UserPromptSubmit']) await hook('claude', event);
    expect(readdirSync(dirname(path))).toEqual(['discuss.db']);
    expect(digest()).toBe(before);
  });

  it('one that the environment names', async () => {
    const scratch = scratchOfTest();
    const store = join(scratch.directory, 'named.db');
    writeFileSync(store, endlessDatabase(applicationId));
    const hook = scratch.launch(['hook', '--host', 'claude'], {
      environment: { DISCUSS_STORE: store },
      input: JSON.stringify({
        hook_event_name: 'SessionStart',
        session_id: 's',
        source: 'startup',
      }),
    });
    expect(await hook.exit).toEqual({ code: 0, signal: null });
    expect(JSON.parse(hook.stdout())).toEqual({});
  });

  it('one that another process holds for itself', async () => {
    const scratch = scratchOfTest();
    const path = put(scratch, (file) => makeStore(file, () => undefined));
    const holder = openSqlite(path);
    holder.exec('BEGIN EXCLUSIVE');
    const { hook } = hookedProject(scratch);
    await hook('claude', 'SessionStart.startup');
    await hook('claude', 'UserPromptSubmit');
    holder.exec('ROLLBACK');
    holder.close();
  });
});

describe('a store is trusted by the user who made or named it (safety contract 3)', () => {
  it('one from elsewhere is read and not written by hooks until `discuss store trust`', async () => {
    const [theirs, ours] = [scratchOfTest(), scratchOfTest()];
    await hookedProject(theirs).init();
    const source = join(theirs.directory, '.discuss/discuss.db');
    put(ours, (path) => copyFileSync(source, path));
    const { hook, begin, discuss } = hookedProject(ours);
    await begin(claude);
    const items = async () => {
      const shown = await discuss(['ledger', 'show', 'd', '--context', claude]);
      return Object.keys(shown['items'] as object).length;
    };
    await hook('claude', 'UserPromptSubmit');
    expect(await items()).toBe(1);
    const trust = async () => (await runDiscuss(ours, ['store', 'trust'])).stdout;
    expect(await trust()).toContain('Hooks write to');
    expect(await trust()).toContain('It was trusted before');
    await hook('claude', 'UserPromptSubmit');
    expect(await items()).toBe(2);
  });

  it('`discuss store trust` without a store is exit 1, and names init', async () => {
    const { code, stderr } = await runDiscuss(scratchOfTest(), ['store', 'trust']);
    expect(code).toBe(1);
    expect(stderr).toContain('discuss init');
  });
});
