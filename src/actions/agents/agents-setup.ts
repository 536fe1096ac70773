import type { ChangePlan, FileChange } from '../../core/agents/change-plan.ts';
import { type SetupHost, setupHosts } from '../../core/agents/host-setup.ts';
import { planChanges } from '../../core/agents/plan-changes.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type ActionContext, defineAction, type InputOf, type Zod } from '../kit/action.ts';
import { flag, objects, oneOf, text, texts } from '../kit/described.ts';

const hostName = (z: Zod) => text(z, 'The host');
const scopeOf = (z: Zod) => oneOf(z, ['user', 'project'], 'For every project, or for this one');

const input = (z: Zod) =>
  z.object({
    host: z.string(),
    project: z.optional(z.boolean()),
    user: z.optional(z.boolean()),
    planGate: z.optional(flag(z, 'Have plans of the agent reviewed before they are carried out')),
    dryRun: z.optional(z.boolean()),
  });

type AgentsInput = InputOf<typeof input>;

const output = (z: Zod) =>
  z.object({
    host: hostName(z),
    scope: scopeOf(z),
    dry_run: flag(z, 'The changes were only shown'),
    changes: objects(z, 'The files that change', {
      path: text(z, 'The file'),
      what: oneOf(z, ['create', 'edit', 'remove'], 'What becomes of it'),
      lines: texts(
        z,
        'Lines that are added, with +, and taken out, with -; none for whole files but configuration',
      ),
    }),
    notes: texts(z, 'What is left to do by hand'),
  });

interface Setup {
  readonly host: SetupHost;
  readonly scope: 'user' | 'project';
  readonly plan: ChangePlan;
}

async function planFor(
  request: AgentsInput,
  does: 'install' | 'uninstall',
  context: ActionContext,
): Promise<Setup | Refusal> {
  const host = setupHosts.find((name) => name === request.host);
  if (host === undefined) {
    return refuse('usage', `--host takes ${setupHosts.join(', ')}, got "${request.host}"`);
  }
  if (request.project === true && request.user === true) {
    return refuse('usage', '--project and --user exclude each other');
  }
  const scope = request.user === true ? 'user' : 'project';
  const files = await context.ports.hostFiles();
  const place = {
    scope,
    project: context.directory,
    home: files.home,
    environment: files.environment,
    // What is taken away is all that there may be.
    planGate: does === 'uninstall' || request.planGate === true,
  } as const;
  const { sha256 } = context.ports;
  const plan = await planChanges({ host, target: place, does }, { files, sha256 });
  if (isRefusal(plan)) return plan;
  const outside = scope === 'project' ? await pathOutside(plan, context) : undefined;
  if (outside !== undefined) return outside;
  const isVain = does === 'install' && place.planGate && host !== 'claude';
  const vain = isVain ? [`${host} has no event for plans; there is no plan gate`] : [];
  return { host, scope, plan: { ...plan, notes: [...plan.notes, ...vain] } };
}

/** Refuses what a link of the project would let us write elsewhere: the project may be a stranger's. */
async function pathOutside(
  { changes }: ChangePlan,
  { directory, ports: { folders } }: ActionContext,
): Promise<Refusal | undefined> {
  const project = (await folders.existing(directory)) ?? directory;
  for (const { path } of changes) {
    if (await folders.isInside(project, path)) continue;
    return refuse('unsafe_path', `${path} leads outside the project ${directory}`, {
      next: 'set it up for the user with --user, or put a file in the place of the link',
    });
  }
  return undefined;
}

async function carryOut({ plan }: Setup, { ports }: ActionContext): Promise<undefined | Refusal> {
  const files = await ports.hostFiles();
  for (const { path, before, after } of plan.changes) {
    const done =
      after === undefined
        ? await files.remove(path, before ?? '')
        : await files.write(path, after, before);
    if (isRefusal(done)) return done;
  }
  for (const folder of plan.folders) await files.removeFolder(folder);
  return undefined;
}

function describe({ host, scope, plan }: Setup, isDry: boolean) {
  const changes = plan.changes.map(describeChange);
  return { host, scope, dry_run: isDry, changes, notes: plan.notes };
}

function describeChange({ path, before, after }: FileChange) {
  const [old, present] = [before?.split('\n') ?? [], after?.split('\n') ?? []];
  let start = 0;
  while (start < old.length && start < present.length && old[start] === present[start]) start++;
  let end = 0;
  while (
    end < Math.min(old.length, present.length) - start &&
    old.at(-1 - end) === present.at(-1 - end)
  ) {
    end++;
  }
  // A copied skill is known; what goes into configuration is shown.
  const isShown = after !== undefined && (before !== undefined || isConfiguration(path));
  const lines = !isShown
    ? []
    : [
        ...old.slice(start, old.length - end).map((line) => `- ${line}`),
        ...present.slice(start, present.length - end).map((line) => `+ ${line}`),
      ];
  const what = before === undefined ? 'create' : after === undefined ? 'remove' : 'edit';
  return { path, what, lines } as const;
}

function isConfiguration(path: string): boolean {
  return /\/[^./][^/]*\.(json|toml)$|\/\.(mcp|claude)\.json$/.test(path);
}

type Described = ReturnType<typeof describe>;

function setupText({ host, scope, dry_run, changes, notes }: Described): string {
  const words = { create: 'make', edit: 'edit', remove: 'remove' } as const;
  return [
    `${host}, ${scope}${dry_run ? ', nothing written' : ''}:`,
    ...changes.flatMap(({ path, what, lines }) => [
      `  ${words[what]} ${path}`,
      ...lines.map((line) => `    ${line}`),
    ]),
    ...(changes.length === 0 ? ['  nothing to do'] : []),
    ...notes.map((note) => `  note: ${note}`),
    '',
  ].join('\n');
}

const actionThat = (does: 'install' | 'uninstall') =>
  defineAction({
    input,
    output,
    async run(request: AgentsInput, context) {
      const setup = await planFor(request, does, context);
      if (isRefusal(setup)) return setup;
      const isDry = request.dryRun === true;
      const failed = isDry ? undefined : await carryOut(setup, context);
      return failed ?? describe(setup, isDry);
    },
    text: (done) => setupText(done as Described),
  });

/** Sets an agent's host up to use discuss: skills, hooks and the MCP server. */
export const agentsInstall = actionThat('install');

/** Takes all of that away again, and nothing else. */
export const agentsUninstall = actionThat('uninstall');

/** What is set up in which host. */
export const agentsStatus = defineAction({
  input: (z) => z.object({ host: z.optional(z.string()) }),
  output: (z) =>
    z.object({
      hosts: objects(z, 'Each host, in either scope', {
        host: hostName(z),
        scope: scopeOf(z),
        state: oneOf(z, ['installed', 'partly', 'absent', 'unreadable'], 'Whether it is set up'),
        plan_gate: flag(z, 'Plans are reviewed before they are carried out'),
      }),
    }),
  async run({ host }, context) {
    const hosts = setupHosts.filter((name) => host === undefined || name === host);
    if (hosts.length === 0) {
      return refuse('usage', `--host takes ${setupHosts.join(', ')}, got "${host}"`);
    }
    const places = hosts.flatMap((name) => [
      { host: name, project: true },
      { host: name, user: true },
    ]);
    return { hosts: await Promise.all(places.map((place) => statusOf(place, context))) };
  },
  text: ({ hosts }) =>
    hosts
      .map(
        ({ host, scope, state, plan_gate }) =>
          `${host.padEnd(9)}${scope.padEnd(9)}${state}${plan_gate ? ', with the plan gate' : ''}\n`,
      )
      .join(''),
});

async function statusOf(place: AgentsInput, context: ActionContext) {
  const { host } = place;
  const scope = place.user === true ? ('user' as const) : ('project' as const);
  const add = await planFor(place, 'install', context);
  const gated = await planFor({ ...place, planGate: true }, 'install', context);
  const remove = await planFor(place, 'uninstall', context);
  if (isRefusal(add) || isRefusal(gated) || isRefusal(remove)) {
    return { host, scope, state: 'unreadable' as const, plan_gate: false };
  }
  const isWhole = add.plan.changes.length === 0 && add.plan.notes.length === 0;
  const isAbsent = remove.plan.changes.length === 0;
  return {
    host,
    scope,
    state: isAbsent ? ('absent' as const) : isWhole ? ('installed' as const) : ('partly' as const),
    plan_gate: host === 'claude' && gated.plan.changes.length === 0,
  };
}
