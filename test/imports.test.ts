import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

type Edge = 'values' | 'types';

/** The folders of `core` that each one may import; a noun's `ports` belong to the noun. */
const coreImports: Record<string, readonly string[]> = {
  core: [],
  'core/text': [],
  'core/ports': [],
  'core/document': ['core/text'],
  'core/document/markdown-it': ['core', 'core/document'],
  'core/anchor': ['core', 'core/text', 'core/document'],
  'core/inline/scan': ['core/document'],
  'core/inline': ['core', 'core/ports', 'core/text', 'core/document', 'core/inline/scan'],
  'core/question': ['core', 'core/text'],
  'core/ledger': ['core', 'core/ports', 'core/text', 'core/question'],
  'core/bundle': ['core', 'core/ports', 'core/text', 'core/question'],
  'core/bundle/rules': ['core', 'core/text', 'core/question', 'core/bundle'],
  'core/bundle/transitions': [
    'core',
    'core/text',
    'core/question',
    'core/bundle',
    'core/bundle/rules',
  ],
  'core/bundle/recovery': ['core', 'core/bundle', 'core/bundle/rules'],
  'core/agents': ['core', 'core/ports'],
  'core/review': [
    'core',
    'core/ports',
    'core/document',
    'core/document/markdown-it',
    'core/text',
    'core/anchor',
    'core/inline',
    'core/question',
  ],
  'core/ports.ts': [
    'core',
    'core/ports',
    'core/document/markdown-it',
    'core/inline',
    'core/question',
    'core/ledger',
    'core/bundle',
    'core/agents',
    'core/review',
  ],
};

/** The parts of `src` that each one may import; `types` marks an edge that carries types alone. */
const partImports: Record<string, Record<string, Edge>> = {
  session: { core: 'values' },
  actions: { core: 'values', session: 'values' },
  adapters: { core: 'values' },
  render: { core: 'values' },
  http: { core: 'values' },
  'open-discuss.ts': {
    core: 'values',
    session: 'values',
    adapters: 'values',
    render: 'values',
    http: 'values',
  },
  server: { core: 'values', session: 'values', actions: 'values', http: 'values' },
  mcp: { core: 'values', session: 'values', actions: 'values', http: 'values' },
  hosts: { core: 'values', actions: 'values' },
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
  web: { core: 'values' },
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
const coreFolders = Object.keys(coreImports).sort((one, other) => other.length - one.length);
const coreFolder = (path: string): string | undefined =>
  coreFolders.find(
    (folder) =>
      path === folder ||
      (folder === 'core' ? dirname(path) === folder : path.startsWith(`${folder}/`)),
  );
const told = ({ from, to }: Import): string => `${from} imports ${to}`;

/** Paths along edges that come back to where they began. */
function cyclesOf(edges: readonly (readonly [string, string])[]): readonly string[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' > '));
    if (done.has(node) || path.includes(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

describe('the arrow of the design', () => {
  it('has no edge between parts outside the table', () => {
    const illegal = imports.filter(({ from, to, types }) => {
      if (part(from) === part(to)) return false;
      const edge = partImports[part(from)]?.[part(to)];
      return edge === undefined || (edge === 'types' && !types);
    });
    expect(illegal.map(told)).toEqual([]);
  });

  it('has no edge between the folders of core outside the table', () => {
    const illegal = imports.filter(({ from, to }) => {
      if (part(from) !== 'core') return false;
      const [folder, target] = [coreFolder(from), coreFolder(to)];
      if (folder === undefined || target === undefined) return true;
      return folder !== target && coreImports[folder]?.includes(target) !== true;
    });
    expect(illegal.map(told)).toEqual([]);
  });

  it('has no file outside the parts of the table', () => {
    const stray = sourceFiles().filter(
      (file) => part(file) !== 'core' && !(part(file) in partImports),
    );
    expect(stray).toEqual([]);
  });

  it('starts entry points from the command line by lazy import alone', () => {
    const eager = imports.filter(
      ({ from, to, types, lazy }) =>
        part(from) === 'cli' && ['server', 'mcp', 'hosts'].includes(part(to)) && !types && !lazy,
    );
    expect(eager.map(told)).toEqual([]);
  });

  it('has no cycle of files, types and lazy imports included', () => {
    expect(cyclesOf(imports.map(({ from, to }) => [from, to]))).toEqual([]);
  });

  it('has no cycle of folders of core', () => {
    const edges = Object.entries(coreImports).flatMap(([from, targets]) =>
      targets.map((to): [string, string] => [from, to]),
    );
    expect(cyclesOf(edges)).toEqual([]);
  });
});

describe('exported types', () => {
  it('share their name with no other', () => {
    const places = new Map<string, string[]>();
    for (const file of sourceFiles()) {
      const text = readFileSync(join(sourceRoot, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/^export (?:interface|type|class) (\w+)/gm)) {
        places.set(name, [...(places.get(name) ?? []), file]);
      }
    }
    const homonyms = [...places].filter(([, files]) => files.length > 1);
    expect(homonyms.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
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

describe('terminals', () => {
  it('have one door, beside the channel on which the MCP server answers', () => {
    const direct = sourceFiles().filter((file) =>
      /\bprocess\.(?:stdout|stderr)\b|\bprocess\[|\bconsole\.|\bwriteSync\(\s*[12]\b/.test(
        readFileSync(join(sourceRoot, file), 'utf8'),
      ),
    );
    expect(direct).toEqual(['cli/process-terminal.ts', 'mcp/serve-stdio.ts']);
  });
});

describe('texts', () => {
  it('are cut to a length by core/text alone', () => {
    // Lists, slugs of ASCII, a look at a tag's end, and names that are compared, not shown.
    const others = [
      'actions/review/review-sessions.ts',
      'adapters/memory/review-store.ts',
      'core/bundle/folder-name.ts',
      'core/inline/mentions.ts',
      'core/inline/thread-index.ts',
      'render/element-stack.ts',
    ];
    const ownCuts = sourceFiles().flatMap((file) => {
      const text = readFileSync(join(sourceRoot, file), 'utf8');
      const cuts = text.matchAll(
        /(?:\[\.\.\.\w+\]|Array\.from\(\w+\)|characters|letters)\.slice\(0,|\.(?:slice|substring)\((?:0, |-)(?:[4-9]\d|\d{3,}|\w*(?:[lL]imit|[lL]ongest|Length))\b[^)]*\)/g,
      );
      return others.includes(file) ? [] : [...cuts].map(([cut]) => `${file}: ${cut}`);
    });
    expect(ownCuts).toEqual([]);
  });
});

describe('session', () => {
  it('reaches the outside through ports alone, and knows no more of Node than its paths', () => {
    const others = sourceFiles().filter(
      (file) =>
        part(file) === 'session' &&
        /from 'node:(?!path')|import\('node:|\bconsole\./.test(
          readFileSync(join(sourceRoot, file), 'utf8'),
        ),
    );
    expect(others).toEqual([]);
  });
});

/** What only some files may do, since it can run a program, wait for ever or confuse a terminal. */
const doors: ReadonlyArray<readonly [string, RegExp, readonly string[]]> = [
  [
    'files are opened to be read',
    /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob|readv?Sync|copyFile(?:Sync)?|cp(?:Sync)?)\b[^;]*from 'node:fs|\b(?:open|openSync)\b[^;]*from 'node:fs/,
    [
      'adapters/files/read-file.ts',
      'adapters/files/read-pipe.ts',
      // They open what they have made themselves, and stores, without waiting.
      'adapters/files/file-operations.ts',
      'adapters/files/history-folder.ts',
      'adapters/sqlite/',
      'http/launch-review.ts',
    ],
  ],
  [
    'programs are run',
    /from 'node:child_process'|(?:import|getBuiltinModule|require)\('node:child_process'\)/,
    [
      'adapters/git/run-git.ts',
      'cli/isolated-hook.ts',
      'cli/open-browser.ts',
      'http/launch-review.ts',
    ],
  ],
  [
    'the process’s own streams are used',
    /\bprocess\.std(?:in|out|err)\b|\bprocess\[|\bconsole\.|\bwriteSync\b/,
    ['cli/process-terminal.ts', 'mcp/serve-stdio.ts'],
  ],
];

describe('safety 1, 2 and 6: one door', () => {
  it.each(doors)('is where %s', (_what, pattern, allowed) => {
    const users = sourceFiles().filter(
      (file) =>
        part(file) !== 'web' &&
        !allowed.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)) &&
        pattern.test(readFileSync(join(sourceRoot, file), 'utf8')),
    );
    expect(users).toEqual([]);
  });

  it('has no way around it by another spelling of a module', () => {
    const others = sourceFiles().filter((file) =>
      /import \* as \w+ from 'node:(?:fs|child_process)|import \w+ from 'node:(?:fs|child_process)|(?:import|getBuiltinModule|require)\(\s*'node:fs/.test(
        readFileSync(join(sourceRoot, file), 'utf8'),
      ),
    );
    expect(others).toEqual([]);
  });
});
