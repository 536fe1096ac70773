import { noDiscussion } from '../../core/ledger/refusals.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { refusalJson } from '../refusal-json.ts';
import type { Terminal } from '../terminal.ts';
import { type PreparedRoom, roomCommand, roomOptions } from './room-command.ts';

/** `discuss ledger view ID`: shows a discussion until the process is asked to stop. */
export const viewLedger = roomCommand<ViewInput>({
  args: {
    positionals: [{ name: 'ID', field: 'id', summary: 'The discussion' }],
    options: {
      ...roomOptions,
      store: {
        type: 'string',
        value: 'PATH',
        summary: "Use this store in place of the project's",
      },
    },
    help: `For people: it shows any discussion of the store, whatever context it belongs
to. Prints one line of JSON, {"kind":"view.started","at":…,"payload":{"url":…}},
and goes on until it is interrupted.`,
  },
  find: findDiscussion,
  refusalText: refusalJson,
});

/** What `discuss ledger view` is asked for. */
interface ViewInput {
  readonly id: string;
  readonly store?: string;
}

async function findDiscussion(
  { id, store: named }: ViewInput,
  outside: Ports,
  { directory }: Terminal,
): Promise<PreparedRoom | Refusal> {
  const ports = named === undefined ? outside : withStore(outside, named);
  const store = await (await ports.ledgers()).open({ directory });
  if (isRefusal(store)) return store;
  const head = await store.head(id);
  if (isRefusal(head) || head === undefined) {
    store.close();
    return head ?? noDiscussion(id);
  }
  return {
    room: `ledger:${id}`,
    facts: {},
    ports,
    async serve(serving) {
      const { serveLedger } = await import('../../server/serve-ledger.ts');
      await serveLedger({ ...serving, store, discussionId: id });
    },
    close: () => store.close(),
  };
}

/** The store that the command line names stands in for the project's. */
function withStore(ports: Ports, store: string): Ports {
  return {
    ...ports,
    async ledgers() {
      const own = await ports.ledgers();
      return {
        ...own,
        open: (project) => own.open({ ...project, store }),
        watch: (project, listener) => own.watch({ ...project, store }, listener),
      };
    },
  };
}
