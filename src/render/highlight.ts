import hljs from 'highlight.js/lib/core';
import { splitHighlighted } from './code-lines.ts';
import { escapeHtml } from './escape.ts';
import { grammars } from './grammars.ts';

/** Beyond this, colours cost more than they say; one very long line alone can cost a grammar seconds. */
const longest = { lines: 2000, characters: 200_000, line: 1000 };

const fileLanguages: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['cmakelists.txt', 'cmake'],
]);

let registered = false;

/** Colours code, line by line. A language that is not known, or very long code, comes back in plain. */
export function highlightLines(code: string, language: string): readonly string[] {
  const lines = code.split('\n');
  const name = languageName(language);
  const isPlain =
    name === undefined ||
    lines.length > longest.lines ||
    code.length > longest.characters ||
    lines.some((line) => line.length > longest.line);
  if (isPlain) return lines.map(escapeHtml);
  const { value } = hljs.highlight(code, { language: name, ignoreIllegals: true });
  return splitHighlighted(value.replace(/\r/g, '&#13;'));
}

/** The name under which a language is known here, or nothing. */
export function languageName(language: string): string | undefined {
  if (!registered) register();
  const name = language.toLowerCase();
  return hljs.getLanguage(name) === undefined ? undefined : name;
}

/** The language that a file is most likely written in, by its name; an empty word when there is none. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return fileLanguages.get(name) ?? languageName(name.slice(name.lastIndexOf('.') + 1)) ?? '';
}

function register(): void {
  registered = true;
  for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);
  hljs.registerAliases(['tsx', 'mts', 'cts'], { languageName: 'typescript' });
  hljs.registerAliases(['toml', 'cfg', 'conf', 'editorconfig', 'properties'], {
    languageName: 'ini',
  });
  hljs.registerAliases(['hcl', 'tf', 'tfvars'], { languageName: 'ruby' });
  hljs.registerAliases(['jsonc', 'json5', 'jsonl'], { languageName: 'json' });
  hljs.registerAliases(['html', 'svg', 'vue', 'svelte'], { languageName: 'xml' });
  hljs.registerAliases(['gql'], { languageName: 'graphql' });
  hljs.registerAliases(['console', 'shellsession'], { languageName: 'shell' });
}
