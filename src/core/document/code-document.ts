import type { Block } from './block.ts';
import { displayPath } from './diff-notes.ts';
import { indexLines, type Lines } from './lines.ts';
import type { TextPart } from './text-part.ts';

/** A file of code: its path as a heading, then all of its lines as one block. */
export interface CodeDocument {
  readonly kind: 'code';
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
}

/** Reads a file of code; an empty one has a heading alone. */
export function parseCode(text: string, path: string): CodeDocument {
  const lines = indexLines(text);
  const name = displayPath(path);
  const at = { lineStart: 1, start: 0, contentLineStart: 1 };
  const heading: Block = {
    index: 1,
    kind: 'heading',
    level: 1,
    text: name,
    breadcrumb: '',
    ...{ ...at, lineEnd: 1, end: 0, contentLines: 1 },
  };
  const code = Array.from({ length: lines.count }, (_, index) => lines.text(index + 1))
    .join('\n')
    .replaceAll('\0', '\uFFFD');
  const content: Block = {
    index: 2,
    kind: 'code',
    text: code,
    breadcrumb: name,
    ...{ ...at, lineEnd: lines.count, end: lines.end(lines.count), contentLines: lines.count },
  };
  const blocks = lines.count === 0 ? [heading] : [heading, content];
  const parts = new Map<Block, readonly TextPart[]>([
    [heading, [{ kind: 'generated', text: name, start: 0, end: 0 }]],
    [content, [{ kind: 'lines', text: code, line: 1 }]],
  ]);
  return { kind: 'code', path, text, lines, blocks, parts };
}

const codeName =
  /\.(?:adoc|asm|astro|awk|bash|bat|bzl|c|cc|cfg|cjs|clj|cljs|cls|cmake|cmd|conf|cpp|cr|cs|css|csv|cts|cu|cue|cxx|d|dart|dhall|ejs|el|elm|env|erl|ex|exs|f90|fish|fs|fsx|gd|gleam|glsl|go|gql|gradle|graphql|groovy|h|hbs|hcl|hh|hpp|hrl|hs|htm|html|hxx|ini|ipynb|java|jl|js|json|json5|jsonc|jsonl|jsx|kt|kts|less|lisp|lock|log|lua|m|mjs|mk|ml|mli|mm|mod|mts|nim|nix|org|pas|php|pl|pm|properties|proto|ps1|psm1|py|pyi|r|rb|re|rkt|rs|rst|sass|scala|scm|scss|sh|sol|sql|sum|sv|svelte|svg|swift|tcl|tex|tf|tfvars|thrift|toml|ts|tsv|tsx|v|vb|vhd|vim|vue|wat|wgsl|xml|xsd|xsl|yaml|yml|zig|zsh)$|(?:^|[/\\])(?:Dockerfile|Containerfile|Makefile|GNUmakefile|CMakeLists\.txt|Gemfile|Rakefile|Jenkinsfile|Vagrantfile|BUILD|WORKSPACE|\.[a-z]+(?:rc|ignore|attributes|config))$/i;

/** Whether a path is, by its name, one of code or data rather than of Markdown. */
export function isCodePath(path: string): boolean {
  return codeName.test(path);
}
