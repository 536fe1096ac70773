import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { loadSettings } from './load-settings.ts';
import { settingKeys } from './setting-keys.ts';
import type { SettingsLayer } from './settings.ts';

let root = '';
let home = '';
let directory = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'));
  home = join(root, 'home');
  directory = join(root, 'project');
  mkdirSync(join(home, '.discuss'), { recursive: true });
  mkdirSync(directory);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const userFile = () => join(home, '.discuss', 'discuss.config.toml');
const projectFile = () => join(directory, 'discuss.config.toml');

interface Sources {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: SettingsLayer;
  readonly warnings?: string[];
}

function load({ directory: folder = directory, environment, flags, warnings }: Sources = {}) {
  const surroundings = { directory: folder, environment: { HOME: home, ...environment } };
  return loadSettings(surroundings, flags, (warning) => void warnings?.push(warning));
}

async function refusal(sources: Sources = {}) {
  const answer = await load(sources);
  if (!isRefusal(answer)) throw new Error(`accepted: ${JSON.stringify(answer)}`);
  expect(answer.code).toBe('config');
  return answer;
}

describe('review contract 1: config layers', () => {
  it('have a default for everything', async () => {
    expect(await load()).toEqual({
      port: 7777,
      autoOpen: true,
      idleTimeoutSecs: 600,
      historyDir: join(home, '.discuss', 'history'),
      noSave: false,
      logLevel: 'info',
      maxDiffBytes: 5_242_880,
      writeBack: false,
    });
  });

  it('read every key of a file', async () => {
    writeFileSync(
      userFile(),
      `port = 0
auto_open = false
idle_timeout_secs = 0
history_dir = "~/archive"
no_save = true
log_level = "Debug"
max_diff_bytes = 1_000
store = "./notes/my.db"
reviewer_name = " Aaron "
speakers = ["Sage", "Mary Ann"]
write_back = true
`,
    );
    expect(await load()).toEqual({
      port: 0,
      autoOpen: false,
      idleTimeoutSecs: 0,
      historyDir: join(home, 'archive'),
      noSave: true,
      logLevel: 'debug',
      maxDiffBytes: 1000,
      store: join(home, '.discuss', 'notes', 'my.db'),
      reviewerName: 'Aaron',
      speakers: ['Sage', 'Mary Ann'],
      writeBack: true,
    });
  });

  it('win one over the other: user file, project file, environment, flags', async () => {
    writeFileSync(
      userFile(),
      'port = 1\nidle_timeout_secs = 1\nmax_diff_bytes = 1\nno_save = true',
    );
    writeFileSync(projectFile(), 'port = 2\nidle_timeout_secs = 2\nmax_diff_bytes = 2');
    const environment = { DISCUSS_PORT: '3', DISCUSS_IDLE_TIMEOUT_SECS: '3' };
    expect(await load({ environment, flags: { port: 4 } })).toMatchObject({
      port: 4,
      idleTimeoutSecs: 3,
      maxDiffBytes: 2,
      noSave: true,
    });
  });

  it('start relative paths of a file from the folder of that file', async () => {
    writeFileSync(userFile(), 'history_dir = "archive"\nstore = "postgres://host/db"');
    expect(await load()).toMatchObject({
      historyDir: join(home, '.discuss', 'archive'),
      store: 'postgres://host/db',
    });
  });

  it('read the environment', async () => {
    const environment = {
      DISCUSS_PORT: '8080',
      DISCUSS_AUTO_OPEN: 'false',
      DISCUSS_IDLE_TIMEOUT_SECS: '30',
      DISCUSS_HISTORY_DIR: 'archive',
      DISCUSS_NO_SAVE: '1',
      DISCUSS_LOG: 'trace',
      DISCUSS_MAX_DIFF_BYTES: '0',
      DISCUSS_STORE: '~/store.db',
      DISCUSS_SOMETHING_ELSE: 'x',
    };
    expect(await load({ environment })).toMatchObject({
      port: 8080,
      autoOpen: false,
      idleTimeoutSecs: 30,
      historyDir: join(directory, 'archive'),
      noSave: true,
      logLevel: 'trace',
      maxDiffBytes: 0,
      store: join(home, 'store.db'),
    });
  });

  it('take an empty variable for one that is not set', async () => {
    writeFileSync(projectFile(), 'port = 2');
    expect(await load({ environment: { DISCUSS_PORT: '' } })).toMatchObject({ port: 2 });
  });

  it('take a folder of the command line from the working directory', async () => {
    const historyDir = join('..', 'archive');
    expect(await load({ flags: { historyDir } })).toMatchObject({
      historyDir: join(root, 'archive'),
    });
    expect(await load({ flags: { historyDir: '~' } })).toMatchObject({ historyDir: home });
  });

  it('are read once when the working directory is ~/.discuss', async () => {
    writeFileSync(userFile(), 'port = 1');
    expect(await load({ directory: join(home, '.discuss') })).toMatchObject({ port: 1 });
  });
});

describe('review contract 1: a faulty configuration names file, line and column', () => {
  const faults: ReadonlyArray<readonly [string, string, number, number, RegExp]> = [
    ['an unknown key', '# mine\n\n  prot = 1', 3, 3, /unknown key "prot"/],
    ['an unknown table', 'port = 1\n[review.page]\nport = 2', 2, 2, /unknown key "review"/],
    ['a known key inside a table', '[port]\nx = 1', 1, 2, /port must be a whole number/],
    ['a quoted unknown key', '"no save" = true', 1, 1, /unknown key "no save"/],
    ['a key of the prototype', '__proto__ = 1', 1, 1, /unknown key "__proto__"/],
    ['a port of the wrong type', 'port =   "7777"', 1, 10, /port must be .* 65535, got "7777"/],
    ['a port too great', 'port = 70000', 1, 8, /got 70000/],
    ['a port with a fraction', 'port = 77.5', 1, 8, /got 77.5/],
    ['a flag that is a word', 'auto_open = "yes"', 1, 13, /auto_open must be true or false/],
    ['a negative time', '\nidle_timeout_secs = -1', 2, 21, /0 or more, got -1/],
    ['an empty folder', 'history_dir = ""', 1, 15, /the path of a folder, got ""/],
    ['a folder that is a number', 'history_dir = 1', 1, 15, /got 1/],
    ['an unknown level', 'log_level = "loud"', 1, 13, /one of off, error, .*, got "loud"/],
    ['a date', 'max_diff_bytes = 2026-11-30', 1, 18, /max_diff_bytes must be/],
    ['a blank name', 'reviewer_name = " "', 1, 17, /reviewer_name must be a name/],
    ['a name with markup', 'reviewer_name = "A*B"', 1, 17, /got "A\*B"/],
    ['a list that is none', 'speakers = "Sage"', 1, 12, /a list of names, got "Sage"/],
    ['an element that is no name', 'speakers = [\n "Sage",\n 3 ]', 3, 2, /names, got 3/],
    ['broken TOML', 'port = 1\nno_save == true', 2, 10, /broken TOML/],
    ['a key given twice', 'port = 1\nport = 2', 2, 1, /broken TOML/],
    ['a string that is not closed', 'port = 1\nstore = "x\n', 2, 11, /broken TOML/],
  ];

  it.each(faults)('for %s', async (...[, toml, line, column, message]) => {
    writeFileSync(userFile(), toml);
    const { message: told, details } = await refusal();
    expect(told).toMatch(message);
    expect(told.startsWith(`${userFile()}:${line}:${column}: `)).toBe(true);
    expect(details).toEqual({ file: userFile(), line, column });
    expect(told).not.toContain('\n');
  });

  it('and the key that was probably meant', async () => {
    writeFileSync(userFile(), 'auto_opne = true');
    expect(await refusal()).toMatchObject({ next: 'did you mean auto_open?', field: 'auto_opne' });
  });

  it('whichever file it is', async () => {
    writeFileSync(userFile(), 'port = "x"');
    writeFileSync(projectFile(), 'port = 2');
    expect((await refusal()).message).toContain(`${userFile()}:1:8`);
  });

  it('for a file that is not UTF-8', async () => {
    writeFileSync(projectFile(), Buffer.from('port = 1\nstore = "caf\xe9"', 'latin1'));
    expect((await refusal()).message).toMatch(/:2:13: the configuration is not UTF-8/);
  });

  it('and reads past a byte order mark', async () => {
    writeFileSync(projectFile(), '\ufeffport = 5');
    expect(await load()).toMatchObject({ port: 5 });
  });
});

/** A value of each key that is not its default, as TOML and as the settings have it. */
const values: Readonly<Record<string, readonly [string, unknown]>> = {
  port: ['1', 1],
  auto_open: ['false', false],
  idle_timeout_secs: ['1', 1],
  history_dir: ['"kept"', 'kept'],
  no_save: ['true', true],
  log_level: ['"trace"', 'trace'],
  max_diff_bytes: ['1', 1],
  store: ['"/elsewhere/user.db"', '/elsewhere/user.db'],
  reviewer_name: ['"Mallory"', 'Mallory'],
  speakers: ['["Sage"]', ['Sage']],
  write_back: ['true', true],
};

const proposable = [
  ...['port', 'idle_timeout_secs', 'max_diff_bytes', 'speakers', 'auto_open', 'no_save'],
  ...['log_level', 'history_dir'],
];

describe('safety 4: the configuration of a repository is a proposal', () => {
  it.each(settingKeys.map((key) => [key.key, key] as const))('%s', async (name, key) => {
    const [toml, value] = values[name] ?? [];
    const expected = name === 'history_dir' ? join(directory, 'kept') : value;
    const own = await load();
    writeFileSync(projectFile(), `\n${name} = ${toml}\n`);
    const warnings: string[] = [];
    const settings = await load({ warnings });
    if (proposable.includes(name)) {
      expect({ settings, warnings }).toEqual({
        settings: { ...own, [key.field]: expected },
        warnings: [],
      });
      return;
    }
    expect(settings).toEqual(own);
    const places = ['~/.discuss/discuss.config.toml', key.variable, key.option];
    expect(warnings).toEqual([
      `${projectFile()}:2:1: ${name} does not count in a project's file, which may be a stranger's; ` +
        `it may stand in ${places.filter((place) => place !== undefined).join(', ')}`,
    ]);
    writeFileSync(userFile(), `${name} = ${toml}\n`);
    expect(await load()).toMatchObject({ [key.field]: value });
  });

  it.each([
    ['above the project', '../archive'],
    ['in the home folder', '~/archive'],
    ['behind a link', 'link/archive'],
    ['in the metadata of git', '.git/hooks'],
  ])('history_dir %s does not count', async (_where, folder) => {
    symlinkSync(home, join(directory, 'link'));
    writeFileSync(projectFile(), `history_dir = "${folder}"`);
    const warnings: string[] = [];
    expect(await load({ warnings })).toMatchObject({
      historyDir: join(home, '.discuss', 'history'),
    });
    expect(warnings).toEqual([
      expect.stringMatching(/:1:1: history_dir outside the project does not count/),
    ]);
  });

  it('history_dir may be anywhere in the work tree that the folder is in', async () => {
    mkdirSync(join(directory, '.git'));
    mkdirSync(join(directory, 'part'));
    writeFileSync(join(directory, 'part', 'discuss.config.toml'), 'history_dir = "../archive"');
    expect(await load({ directory: join(directory, 'part') })).toMatchObject({
      historyDir: join(directory, 'archive'),
    });
  });

  it.each([
    ['an endless device', '/dev/zero', /is a device, not a regular file/],
    ['a file outside the project', '../home/.discuss/discuss.config.toml', /leads outside/],
  ])('a link to %s is refused', async (_what, target, reason) => {
    writeFileSync(userFile(), 'port = 1');
    symlinkSync(target, projectFile());
    expect((await refusal()).message).toMatch(reason);
  });

  it('and the own file may be a link anywhere', async () => {
    writeFileSync(join(root, 'dotfile.toml'), 'port = 5');
    symlinkSync(join(root, 'dotfile.toml'), userFile());
    expect(await load()).toMatchObject({ port: 5 });
  });
});

describe('review contract 1: a configuration that cannot be read', () => {
  it('is refused when it is a folder', async () => {
    mkdirSync(projectFile());
    expect((await refusal()).message).toMatch(/discuss\.config\.toml: .*it is a folder/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused when access is denied', async () => {
    writeFileSync(projectFile(), 'port = 1');
    chmodSync(projectFile(), 0);
    expect((await refusal()).message).toMatch(/cannot be read/);
  });

  it('is no fault when a part of its path is a file', async () => {
    rmSync(join(home, '.discuss'), { recursive: true });
    writeFileSync(join(home, '.discuss'), '');
    expect(await load()).toMatchObject({ port: 7777 });
  });
});

describe('review contract 1: a faulty environment names the variable', () => {
  it.each([
    ['DISCUSS_PORT', '77777'],
    ['DISCUSS_PORT', '-1'],
    ['DISCUSS_PORT', '0x10'],
    ['DISCUSS_AUTO_OPEN', 'maybe'],
    ['DISCUSS_IDLE_TIMEOUT_SECS', '1.5'],
    ['DISCUSS_NO_SAVE', '2'],
    ['DISCUSS_LOG', 'loud'],
    ['DISCUSS_MAX_DIFF_BYTES', '5MB'],
  ])('%s=%s', async (variable, value) => {
    const { message, field } = await refusal({ environment: { [variable]: value } });
    expect(message).toContain(`${variable} must be `);
    expect(message).toContain(`got "${value}"`);
    expect(field).toBe(variable);
  });
});
