import type { ActionEntry } from '../kit/action.ts';
import { type CliOption, flagOption, textOption } from '../kit/bindings.ts';

const host: CliOption = textOption('claude, codex, opencode, gemini, cursor or copilot', {
  value: 'HOST',
  required: true,
});

const place = {
  project: flagOption('In the folder of this project (the default)'),
  user: flagOption("In the user's own folders, for every project"),
  'dry-run': flagOption('Show what would be written, and write nothing'),
} as const satisfies Record<string, CliOption>;

/** Setting agents' hosts up. */
export const agentsActions = [
  {
    name: 'agents-install',
    summary: "Set an agent's host up to use discuss: skills, hooks and the MCP server",
    bindings: {
      cli: {
        command: ['agents', 'install'],
        options: {
          host,
          ...place,
          'plan-gate': flagOption(
            'Have plans of the agent reviewed before they are carried out (claude)',
          ),
        },
        formats: true,
      },
    },
    load: async () => (await import('./agents-setup.ts')).agentsInstall,
  },
  {
    name: 'agents-status',
    summary: "Show which agents' hosts are set up",
    bindings: {
      cli: {
        command: ['agents', 'status'],
        options: { host: { ...host, required: false } },
        formats: true,
      },
    },
    load: async () => (await import('./agents-setup.ts')).agentsStatus,
  },
  {
    name: 'agents-uninstall',
    summary: 'Take away what agents install has written, and nothing else',
    bindings: {
      cli: { command: ['agents', 'uninstall'], options: { host, ...place }, formats: true },
    },
    load: async () => (await import('./agents-setup.ts')).agentsUninstall,
  },
] as const satisfies readonly ActionEntry[];
