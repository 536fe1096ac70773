import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which folders of `src` each folder may import; `types` marks an edge that carries types alone. */
const legalImports: Record<string, Record<string, 'values' | 'types'>> = {
  core: {},
  session: { core: 'values' },
  actions: { core: 'values', session: 'values' },
  adapters: { core: 'values' },
  render: { core: 'values' },
  http: { core: 'values' },
  'open-discuss.ts': {
    core: 'values',
    session: 'values',
    actions: 'types',
    adapters: 'values',
    render: 'values',
    http: 'values',
  },
  server: { core: 'values', session: 'values', actions: 'values', http: 'values' },
  mcp: { core: 'values', session: 'values', actions: 'values', http: 'values' },
  hosts: { core: 'values', session: 'values', actions: 'values' },
  cli: {
    core: 'values',
    session: 'values',
    actions: 'values',
    http: 'values',
    'open-discuss.ts': 'values',
    server: 'values',
    mcp: 'values',
    hosts: 'values',
  },
  web: { core: 'values', actions: 'types' },
  'index.ts': { core: 'values', session: 'values', actions: 'values', 'open-discuss.ts': 'values' },
};

const sourceRoot = resolve(import.meta.dirname, '../src');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly types: boolean;
  readonly lazy: boolean;
}

function sourceFiles(): string[] {
  return readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|contract)\.tsx?$/.test(path))
    .filter((path) => !path.endsWith('.d.ts') && !path.endsWith('vite.config.ts'));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(sourceRoot, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  return [...statements].map((match) => ({
    from: file,
    to: relative(
      sourceRoot,
      resolve(sourceRoot, dirname(file), match[2] ?? match[3] ?? match[4] ?? ''),
    ),
    types: match[1] !== undefined,
    lazy: match[4] !== undefined,
  }));
}

const imports = sourceFiles()
  .flatMap(importsOf)
  .filter(({ to }) => to !== '../package.json');
const part = (path: string): string => path.split('/')[0] ?? path;

describe('the arrow of the design', () => {
  it('has no edge outside the table', () => {
    const illegal = imports.filter(({ from, to, types }) => {
      if (part(from) === part(to)) return false;
      const edge = legalImports[part(from)]?.[part(to)];
      return edge === undefined || (edge === 'types' && !types);
    });
    expect(illegal.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has no file outside the parts of the table', () => {
    const stray = sourceFiles().filter((file) => !(part(file) in legalImports));
    expect(stray).toEqual([]);
  });

  it('starts entry points from the command line by lazy import alone', () => {
    const eager = imports.filter(
      ({ from, to, types, lazy }) =>
        part(from) === 'cli' && ['server', 'mcp', 'hosts'].includes(part(to)) && !types && !lazy,
    );
    expect(eager.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has no cycle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, types } of imports) {
      if (!types) next.set(from, [...(next.get(from) ?? []), to]);
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of next.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('core', () => {
  const core = sourceFiles().filter((file) => part(file) === 'core');

  it('has no I/O, clock, randomness or DOM', () => {
    const impure = core.filter((file) =>
      /from 'node:|\bDate\.now\(|\bnew Date\(\)|Math\.random|\bcrypto\.|\bprocess\.|\bdocument\.(get|query|create)|\bwindow\./.test(
        readFileSync(join(sourceRoot, file), 'utf8'),
      ),
    );
    expect(impure).toEqual([]);
  });

  it('leaves the Markdown parser to document/markdown-it', () => {
    const others = sourceFiles().filter(
      (file) =>
        !file.startsWith('core/document/markdown-it/') &&
        /from '(markdown-it|mdast|marked)/.test(readFileSync(join(sourceRoot, file), 'utf8')),
    );
    expect(others).toEqual([]);
  });
});
