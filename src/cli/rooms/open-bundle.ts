import { findRoot } from '../../actions/bundle/shared/bundle-active.ts';
import { refusalLines } from '../../actions/bundle/shared/bundle-answer-text.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';
import { type PreparedRoom, roomCommand, roomOptions } from './room-command.ts';

/** `discuss bundle open [ROOT]`: shows a record until the process is asked to stop. */
export const openBundle = roomCommand<OpenInput>({
  args: {
    positionals: [
      {
        name: 'ROOT',
        field: 'root',
        summary:
          "The bundle's folder or its index.md (DISCUSS_BUNDLE, else what the context is bound to)",
        optional: true,
      },
    ],
    options: {
      context: {
        type: 'string',
        value: 'CONTEXT',
        summary: 'Context token that the host has stated (DISCUSS_CONTEXT)',
      },
      ...roomOptions,
      root: { type: 'string', summary: 'The same as ROOT', hidden: true },
    },
    help: `Prints one line of JSON, {"kind":"view.started","at":…,"payload":{"url":…,"root":…}},
and goes on until it is interrupted.`,
  },
  find: findRecord,
  refusalText: (refusal) => refusalLines(refusal).join('\n'),
});

/** What `discuss bundle open` is asked for. */
interface OpenInput {
  readonly root?: string;
  readonly context?: string;
}

async function findRecord(
  input: OpenInput,
  ports: Ports,
  { directory }: Terminal,
): Promise<PreparedRoom | Refusal> {
  const root = await findRoot(input, { directory, ports });
  if (isRefusal(root)) return root;
  return {
    room: `bundle:${root}`,
    facts: { root },
    async serve(serving) {
      const { serveBundle } = await import('../../server/serve-bundle.ts');
      await serveBundle({ ...serving, root });
    },
  };
}
