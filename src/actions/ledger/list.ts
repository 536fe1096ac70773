import type { ActionEntry } from '../kit/action.ts';
import {
  addsOnly,
  type CliBinding,
  type CliOption,
  type CliPositional,
  flagOption,
  type McpBinding,
  readsOnly,
  textOption,
} from '../kit/bindings.ts';

const store: CliOption = textOption("Use this store in place of the project's", { value: 'PATH' });

const readOptions = {
  context: textOption('Context token that the host has stated', { value: 'CONTEXT' }),
  'any-context': flagOption('For people: read whatever context it belongs to', { field: 'any' }),
  store,
} as const satisfies Record<string, CliOption>;

const pageOptions = {
  ...readOptions,
  offset: { type: 'integer', summary: 'Entries to pass over (0)' },
  limit: { type: 'integer', summary: 'Entries to read, 1 to 100 (50)' },
} as const satisfies Record<string, CliOption>;

const id: CliPositional = { name: 'ID', field: 'id', summary: 'Id of the discussion' };
const item: CliPositional = { name: 'ITEM', field: 'item', summary: 'Id of the item' };

const command = (name: string, binding: Omit<CliBinding, 'command' | 'refusals'>): CliBinding => ({
  command: ['ledger', name],
  refusals: 'json',
  ...binding,
});

const jsonOption = (field: string, summary: string): CliOption => ({
  type: 'string',
  field,
  value: 'JSON',
  reads: 'json',
  required: true,
  summary: `${summary}: - for standard input, @FILE, or the JSON itself`,
});

/** One tool that reads and writes ledgers. */
const discussion = {
  tool: 'discussion',
  aliases: ['lwc_discussion'],
  leaveOut: ['store', 'any'],
} as const satisfies Partial<McpBinding>;

const reads = (groupAction: string): McpBinding => ({
  ...discussion,
  groupAction,
  annotations: readsOnly,
});

/** What can be done with the ledger of a project. */
export const ledgerActions = [
  {
    name: 'init',
    summary: 'Make the store of the project in this folder',
    bindings: { cli: { command: ['init'], options: { store } } },
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'store-trust',
    summary: 'Let hooks write to the store of this project, which came from elsewhere',
    bindings: { cli: { command: ['store', 'trust'], options: { store } } },
    load: async () => (await import('./store-trust.ts')).storeTrust,
  },
  {
    name: 'ledger-apply',
    summary: 'Apply a batch of operations to a discussion, all of them or none',
    hot: true,
    bindings: {
      cli: command('apply', {
        options: {
          json: jsonOption('input', 'The batch'),
          store,
        },
        help: 'discuss contract ledger prints the schema of a batch, an example and the rules.',
      }),
      mcp: {
        ...discussion,
        groupAction: 'apply',
        annotations: { ...addsOnly, idempotentHint: true },
      },
    },
    load: async () => (await import('./ledger-apply.ts')).ledgerApply,
  },
  {
    name: 'ledger-current',
    summary: 'What is current in a discussion, short however long it is',
    hot: true,
    bindings: {
      cli: command('current', {
        positionals: [
          { ...id, optional: true, summary: 'Id; without it, the one bound to the context' },
        ],
        options: readOptions,
      }),
      mcp: reads('current'),
    },
    load: async () => (await import('./ledger-current.ts')).ledgerCurrent,
  },
  {
    name: 'ledger-show',
    summary: 'A discussion with a page of its items',
    hot: true,
    bindings: {
      cli: command('show', { positionals: [id], options: pageOptions }),
      mcp: reads('show'),
    },
    load: async () => (await import('./ledger-show.ts')).ledgerShow,
  },
  {
    name: 'ledger-item',
    summary: 'One item of a discussion',
    hot: true,
    bindings: {
      cli: command('item', { positionals: [id, item], options: readOptions }),
      mcp: reads('item'),
    },
    load: async () => (await import('./ledger-item.ts')).ledgerItem,
  },
  {
    name: 'ledger-item-history',
    summary: 'What happened to one item: what changed and why',
    bindings: { cli: command('item-history', { positionals: [id, item], options: pageOptions }) },
    load: async () => (await import('./ledger-item-history.ts')).ledgerItemHistory,
  },
  {
    name: 'ledger-history',
    summary: 'The accepted batches of a discussion, oldest first',
    bindings: {
      cli: command('history', { positionals: [id], options: pageOptions }),
      mcp: reads('history'),
    },
    load: async () => (await import('./ledger-history.ts')).ledgerHistory,
  },
  {
    name: 'ledger-export',
    summary: 'The whole record of a discussion, as an archive',
    bindings: {
      cli: command('export', { positionals: [id], options: readOptions }),
      mcp: reads('export'),
    },
    load: async () => (await import('./ledger-export.ts')).ledgerExport,
  },
  {
    name: 'ledger-list',
    summary: 'The discussions of a context, and those that belong to none',
    hot: true,
    bindings: { cli: command('list', { options: pageOptions }), mcp: reads('list') },
    load: async () => (await import('./ledger-list.ts')).ledgerList,
  },
  {
    name: 'ledger-search',
    summary: 'Items that hold the words of a query',
    bindings: {
      cli: command('search', {
        positionals: [{ name: 'QUERY', field: 'query', summary: 'Words that must all occur' }],
        options: {
          ...pageOptions,
          id: textOption('Search this discussion alone', { value: 'ID' }),
        },
      }),
    },
    load: async () => (await import('./ledger-search.ts')).ledgerSearch,
  },
  {
    name: 'ledger-markdown',
    summary: 'A discussion as a Markdown document for people',
    bindings: { cli: command('markdown', { positionals: [id], options: readOptions }) },
    load: async () => (await import('./ledger-markdown.ts')).ledgerMarkdown,
  },
  {
    name: 'ledger-import',
    summary: 'Take an archive in; it is then bound to no context',
    bindings: {
      cli: command('import', {
        options: {
          json: jsonOption('archive', 'The archive'),
          as: textOption('Take it in under another id', { value: 'ID' }),
          replace: flagOption('Give up batches that are here and not in the archive'),
          store,
        },
      }),
    },
    load: async () => (await import('./ledger-import.ts')).ledgerImport,
  },
  {
    name: 'ledger-doctor',
    summary: "Examine the project's store, and repair what can be computed anew",
    bindings: {
      cli: {
        command: ['ledger', 'doctor'],
        options: {
          repair: flagOption('Write what is derived anew where it is wrong'),
          store,
        },
      },
    },
    load: async () => (await import('./ledger-doctor.ts')).ledgerDoctor,
  },
  {
    name: 'ledger-view',
    summary: 'All that the page of a discussion shows',
    bindings: {
      http: { method: 'GET', path: '/api/ledger', room: 'ledger', refusals: ['not_found'] },
    },
    load: async () => (await import('./ledger-view.ts')).ledgerView,
  },
  {
    name: 'ledger-view-history',
    summary: 'What happened to one item of the discussion: what changed and why',
    bindings: {
      http: {
        method: 'GET',
        path: '/api/ledger/items/{item}/history',
        room: 'ledger',
        refusals: ['not_found', 'item_missing'],
      },
    },
    load: async () => (await import('./ledger-view-history.ts')).ledgerViewHistory,
  },
  {
    name: 'ledger-render',
    summary: "Sanitised HTML of items' Markdown",
    bindings: {
      http: { method: 'POST', path: '/api/render', room: 'ledger', body: 'required', refusals: [] },
    },
    load: async () => (await import('../review/review-render.ts')).reviewRender,
  },
  {
    name: 'contract-ledger',
    summary: 'The schema of a batch, an example and the rules that a schema cannot say',
    bindings: { cli: { command: ['contract', 'ledger'], refusals: 'json' } },
    load: async () => (await import('./contract-ledger.ts')).contractLedger,
  },
] as const satisfies readonly ActionEntry[];
