import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { performAction } from '../../actions/kit/perform-action.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal } from '../../core/refusal.ts';
import { openPorts } from '../../open-discuss.ts';
import { createResourceScope } from './resource-scope.ts';
import { watchResources } from './watch-resources.ts';
import type { ResourceWatch } from './watching.ts';

interface Watched {
  readonly watch: ResourceWatch;
  readonly key: string;
  readonly bundle: string;
  /** What is being looked at, by kind. */
  readonly looks: Record<'store' | 'log' | 'files', number>;
  perform(name: string, input: Readonly<Record<string, unknown>>): Promise<void>;
}

async function watched(): Promise<Watched> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-resources-')));
  const plain = openPorts({ environment: { HOME: folder }, directory: folder });
  const looks = { store: 0, log: 0, files: 0 };
  const scope = createResourceScope(plain.folders, plain.sha256);
  await scope.addProject(folder);
  const perform: Watched['perform'] = async (name, input) => {
    const answer = await performAction(name, input, { ports: plain, directory: folder });
    if (isRefusal(answer)) throw new Error(answer.message);
  };
  await perform('init', {});
  await perform('bundle-new', { topic: 'Parser fix' });
  const [bundle = ''] = await (await plain.bundles()).folder.list(folder);
  const onError = (error: unknown) => {
    throw error;
  };
  return {
    watch: watchResources({ ports: counting(plain, looks), scope, onError }),
    key: scope.projects[0]?.key ?? '',
    bundle: bundle.slice(bundle.lastIndexOf('/') + 1),
    looks,
    perform,
  };
}

/** The same needs, with a count of what has begun and not ended. */
function counting(ports: Ports, looks: Watched['looks']): Ports {
  const counted =
    (kind: keyof Watched['looks'], stop: () => unknown): (() => Promise<void>) =>
    async () => {
      looks[kind] -= 1;
      await stop();
    };
  return {
    ...ports,
    async ledgers() {
      const ledgers = await ports.ledgers();
      return {
        ...ledgers,
        async watch(place, listener) {
          const stop = await ledgers.watch(place, listener);
          if (isRefusal(stop)) return stop;
          looks.store += 1;
          return counted('store', stop);
        },
      };
    },
    async reviews() {
      const reviews = await ports.reviews();
      if (isRefusal(reviews)) return reviews;
      const onCommit: typeof reviews.tail.onCommit = (listener) => {
        looks.log += 1;
        return counted('log', reviews.tail.onCommit(listener));
      };
      return { ...reviews, tail: { ...reviews.tail, onCommit } };
    },
    async fileWatcher() {
      const watcher = await ports.fileWatcher();
      return {
        async watch(files, listener) {
          const begun = await watcher.watch(files, listener);
          looks.files += 1;
          return { ...begun, stop: counted('files', () => begun.stop()) };
        },
      };
    },
  };
}

const context = `ctx-v1-${'a'.repeat(64)}`;
const batch = (id: string) => ({
  input: {
    ...{ id, context: id === 'plan' ? context : context.replaceAll('a', 'b') },
    ...{ if_revision: 0, request_id: 'r-0', operations: [{ op: 'start', text: id }] },
  },
});

describe('watching resources', () => {
  it('looks at nothing before somebody listens, and at nothing after the last one has gone', async () => {
    const { watch, key, bundle, looks } = await watched();
    expect(looks).toEqual({ store: 0, log: 0, files: 0 });
    const nobody = () => undefined;
    const watches = [
      watch.list(nobody),
      watch.resource({ kind: 'ledger', project: key, id: 'plan' }, nobody),
      watch.resource({ kind: 'bundle', project: key, id: bundle }, nobody),
    ];
    await Promise.all(watches.map(({ ready }) => ready));
    expect(looks).toEqual({ store: 2, log: 1, files: 1 });
    for (const begun of watches) {
      begun.stop();
      begun.stop();
    }
    await watches[0]?.ready;
    expect(looks).toEqual({ store: 0, log: 0, files: 0 });
  });

  it('leaves nothing behind when it is stopped before it has begun', async () => {
    const { watch, key, bundle, looks } = await watched();
    const names = [
      { kind: 'ledger', project: key, id: 'plan' },
      { kind: 'bundle', project: key, id: bundle },
      { kind: 'bundle', project: key, id: 'none' },
      { kind: 'ledger', project: '0'.repeat(16), id: 'plan' },
      { kind: 'review', id: 'none' },
    ] as const;
    const watches = [
      watch.list(() => undefined),
      ...names.map((name) => watch.resource(name, () => undefined)),
    ];
    for (const begun of watches) begun.stop();
    await Promise.all(watches.map(({ ready }) => ready));
    await new Promise(setImmediate);
    expect(looks).toEqual({ store: 0, log: 0, files: 0 });
  });

  it('tells of a discussion that changed and not of its neighbour, and of the list for a new one', async () => {
    const { watch, key, perform } = await watched();
    const heard: string[] = [];
    let tell: () => void = () => undefined;
    const listen = (name: string) => () => {
      heard.push(name);
      tell();
    };
    const both = new Promise<void>((resolve) => {
      tell = () => {
        if (heard.includes('plan') && heard.includes('list')) resolve();
      };
    });
    const watches = [
      watch.resource({ kind: 'ledger', project: key, id: 'plan' }, listen('plan')),
      watch.resource({ kind: 'ledger', project: key, id: 'other' }, listen('other')),
      watch.list(listen('list')),
    ];
    await Promise.all(watches.map(({ ready }) => ready));
    await perform('bundle-new', { topic: 'Another' });
    await perform('ledger-apply', batch('plan'));
    await both;
    expect(heard).not.toContain('other');
    for (const begun of watches) begun.stop();
  });
});
