import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ChangePlan, FileChange, PlanPorts, SetupIntent } from './change-plan.ts';
import { type HostSetup, hostSetup, type JsonEntry } from './host-setup.ts';
import { isAmbiguous, type JsonPath, readJsonc } from './json-edits.ts';
import { addEntries, removeEntries } from './json-entries.ts';
import { planSkills } from './plan-skills.ts';
import type { HostFiles } from './ports/host-files.ts';
import { addBlock, hasForeignTable, removeBlock, wasEmptyBefore } from './toml-block.ts';

/** Plans every change of a host's files; refused when one of them cannot be parsed. */
export async function planChanges(
  intent: SetupIntent,
  ports: PlanPorts,
): Promise<ChangePlan | Refusal> {
  const setup = hostSetup(intent.host, intent.target);
  const configured: FileChange[] = [];
  const notes: string[] = [];
  for (const plan of [planJson, planToml, planOwn]) {
    const planned = await plan(setup, intent, ports);
    if (isRefusal(planned)) return planned;
    configured.push(...planned.changes);
    notes.push(...planned.notes);
  }
  const skills = await planSkills({ setup, intent, configured }, ports);
  if (isRefusal(skills)) return skills;
  const changes = [...configured, ...skills.changes].filter(
    ({ before, after }) => before !== after,
  );
  return { changes, folders: skills.folders, notes: [...notes, ...skills.notes] };
}

type Planned = Pick<ChangePlan, 'changes' | 'notes'>;

async function planJson(
  { json }: HostSetup,
  { does, host }: SetupIntent,
  { files }: PlanPorts,
): Promise<Planned | Refusal> {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  for (const file of json) {
    const existing = await readFirst(file.files, files);
    if (isRefusal(existing)) return existing;
    const { path, text } = existing;
    if (text !== undefined && readJsonc(text)?.type !== 'object') return unreadable(path);
    const paths = file.entries.map((entry) => pathOf(entry));
    if (text !== undefined && paths.some((entryPath) => isAmbiguous(text, entryPath)))
      return unreadable(path);
    if (does === 'uninstall') {
      if (text !== undefined) changes.push(change(path, text, removeEntries(text, file, host)));
      continue;
    }
    const edited = addEntries(text, file, host);
    changes.push(change(path, text, edited.text));
    notes.push(...edited.notes.map((note) => `${path}: ${note}`));
  }
  return { changes, notes };
}

function pathOf({ path, name }: JsonEntry): JsonPath {
  return name === undefined ? path : [...path, name];
}

async function readFirst(
  paths: readonly string[],
  files: HostFiles,
): Promise<{ readonly path: string; readonly text: string | undefined } | Refusal> {
  for (const path of paths) {
    const text = await files.read(path);
    if (isRefusal(text)) return text;
    if (text !== undefined) return { path, text };
  }
  return { path: paths.at(-1) ?? '', text: undefined };
}

async function planToml(
  { toml }: HostSetup,
  { does }: SetupIntent,
  { files }: PlanPorts,
): Promise<Planned | Refusal> {
  if (toml === undefined) return { changes: [], notes: [] };
  const { file, table } = toml;
  const text = await files.read(file);
  if (isRefusal(text)) return text;
  if (text !== undefined && !(await isToml(text))) return unreadable(file);
  if (does === 'uninstall') {
    if (text === undefined) return { changes: [], notes: [] };
    const remaining = removeBlock(text);
    const isOurs = remaining === '' && text !== '' && !wasEmptyBefore(text);
    return { changes: [change(file, text, isOurs ? undefined : remaining)], notes: [] };
  }
  const after = addBlock(text, toml);
  if (hasForeignTable(text ?? '', table)) {
    return { changes: [], notes: [`${file}: ${table} is set by somebody else and stays`] };
  }
  if (!(await isToml(after))) {
    const notes = [`${file}: ${table} cannot be added to what is set there, which stays`];
    return { changes: [], notes };
  }
  return { changes: [change(file, text, after)], notes: [] };
}

async function isToml(text: string): Promise<boolean> {
  const { parse } = await import('smol-toml');
  try {
    parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

async function planOwn(
  { own }: HostSetup,
  { does }: SetupIntent,
  { files }: PlanPorts,
): Promise<Planned | Refusal> {
  if (own === undefined) return { changes: [], notes: [] };
  const text = await files.read(own.file);
  if (isRefusal(text)) return text;
  const plugin = await files.plugin(own.plugin);
  // Its first line says whose it is.
  const isOurs = text === undefined || text.split('\n')[0] === plugin.split('\n')[0];
  if (!isOurs)
    return { changes: [], notes: [`${own.file} was written by somebody else and stays`] };
  const after = does === 'install' ? plugin : undefined;
  return { changes: [change(own.file, text, after)], notes: [] };
}

function unreadable(path: string): Refusal {
  return refuse('config_broken', `${path} cannot be read as what it must be; nothing was changed`, {
    field: 'file',
    next: 'mend the file, then run the same command again',
  });
}

function change(path: string, before: string | undefined, after: string | undefined): FileChange {
  return { path, ...omitUndefined({ before, after }) };
}
