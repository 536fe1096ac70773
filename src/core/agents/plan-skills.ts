import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { ChangePlan, FileChange, PlanPorts, SetupIntent } from './change-plan.ts';
import type { HostSetup } from './host-setup.ts';
import type { HostFiles } from './ports/host-files.ts';

/** A file in each copied skill that lists the copied files and the folders that were made for them. */
const manifestName = '.discuss-installed.json';

interface Manifest {
  /** Hashes of the copied files by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly folders: readonly string[];
}

export interface SkillsRequest {
  readonly setup: HostSetup;
  readonly intent: SetupIntent;
  /** The changes of other files, which may need folders as well. */
  readonly configured: readonly FileChange[];
}

/** Plans the copies of the skills; a file that somebody else has written or changed stays. */
export async function planSkills(
  { setup, intent, configured }: SkillsRequest,
  ports: PlanPorts,
): Promise<ChangePlan | Refusal> {
  const skills = new Map<string, { readonly path: string; readonly text: string }[]>();
  for (const { path, text } of await ports.files.skills()) {
    const [name = '', ...rest] = path.split('/');
    skills.set(name, [...(skills.get(name) ?? []), { path: rest.join('/'), text }]);
  }
  const newFolders = await missingFolders(setup, configured, ports.files);
  const roots = rootsOf(setup);
  const plans: ChangePlan[] = [];
  for (const [name, files] of skills) {
    const skill = { folder: `${setup.skills}/${name}`, files, newFolders, roots };
    const planned = await (intent.does === 'install' ? copySkill : removeSkill)(skill, ports);
    if (isRefusal(planned)) return planned;
    plans.push(planned);
  }
  const folders = [...new Set(plans.flatMap((plan) => plan.folders))];
  return {
    changes: plans.flatMap(({ changes }) => changes),
    folders: folders.sort((left, right) => right.length - left.length),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

async function missingFolders(
  { skills }: HostSetup,
  configured: readonly FileChange[],
  files: HostFiles,
): Promise<readonly string[]> {
  const paths = [`${skills}/x`, ...configured.map(({ path }) => path)];
  return [...new Set((await Promise.all(paths.map((path) => files.missingFolders(path)))).flat())];
}

interface Skill {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly newFolders: readonly string[];
  /** Everything that is written for the host is at or below one of these. */
  readonly roots: readonly string[];
}

function rootsOf({ json, toml, own, skills }: HostSetup): readonly string[] {
  const files = [...json.flatMap((file) => file.files), toml?.file, own?.file];
  return [skills, ...files.filter((file) => file !== undefined)];
}

async function copySkill(
  { folder, files, newFolders }: Skill,
  ports: PlanPorts,
): Promise<ChangePlan | Refusal> {
  const manifest = await readManifest(folder, ports);
  if (isRefusal(manifest)) return manifest;
  const changes: FileChange[] = [];
  for (const { path, text } of files) {
    const file = `${folder}/${path}`;
    const before = await ports.files.read(file);
    if (isRefusal(before)) return before;
    const isOurs =
      before === undefined || before === text || ports.sha256(before) === manifest?.files[path];
    if (!isOurs) return leftUnchanged(file);
    changes.push({ path: file, ...omitUndefined({ before }), after: text });
  }
  const hashes = files.map(({ path, text }) => [path, ports.sha256(text)]);
  const newManifest: Manifest = {
    files: Object.fromEntries(hashes) as Record<string, string>,
    folders: manifest?.folders ?? [...newFolders, folder],
  };
  const after = `${JSON.stringify(newManifest, undefined, 2)}\n`;
  const before = omitUndefined({ before: manifest?.text });
  changes.push({ path: `${folder}/${manifestName}`, ...before, after });
  return { changes, folders: [], notes: [] };
}

/** Removes a skill that has a manifest; any other was not copied by us. */
async function removeSkill(
  { folder, roots }: Skill,
  ports: PlanPorts,
): Promise<ChangePlan | Refusal> {
  const manifest = await readManifest(folder, ports);
  if (isRefusal(manifest)) return manifest;
  if (manifest === undefined) return { changes: [], folders: [], notes: [] };
  const changes: FileChange[] = [];
  const notes: string[] = [];
  for (const [path, hash] of Object.entries(manifest.files)) {
    if (/^\/|\\|(?:^|\/)\.\.?(?:\/|$)/.test(path)) continue;
    const file = `${folder}/${path}`;
    const before = await ports.files.read(file);
    if (isRefusal(before)) return before;
    if (before === undefined) continue;
    if (ports.sha256(before) === hash) changes.push({ path: file, before });
    else notes.push(...leftUnchanged(file).notes);
  }
  changes.push({ path: `${folder}/${manifestName}`, before: manifest.text });
  // A manifest that others have edited must not name folders elsewhere.
  const folders = manifest.folders.filter((newFolders) =>
    [folder, ...roots].some((root) => `${root}/`.startsWith(`${newFolders}/`)),
  );
  return { changes, folders, notes };
}

function leftUnchanged(file: string): ChangePlan {
  return {
    changes: [],
    folders: [],
    notes: [`${file} was written or changed by somebody else and stays`],
  };
}

async function readManifest(
  folder: string,
  { files }: PlanPorts,
): Promise<(Manifest & { readonly text: string }) | undefined | Refusal> {
  const text = await files.read(`${folder}/${manifestName}`);
  if (text === undefined || isRefusal(text)) return text;
  try {
    const parsed = JSON.parse(text) as Partial<Manifest>;
    const folders = Array.isArray(parsed.folders) ? parsed.folders.map(String) : [];
    return { files: parsed.files ?? {}, folders, text };
  } catch {
    return undefined;
  }
}
