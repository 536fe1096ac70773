import hljs from 'highlight.js/lib/core';
import { splitHighlighted } from './code-lines.ts';
import { escapeHtml } from './escape.ts';
import { grammars } from './grammars.ts';

/** Longer code is not highlighted; one very long line alone can cost a grammar seconds. */
const limits = { lines: 2000, characters: 200_000, line: 1000 };

const fileLanguages: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['cmakelists.txt', 'cmake'],
]);

let isRegistered = false;

/** Returns the lines of code highlighted, or plain when the language is unknown or the code is very long. */
export function highlightLines(code: string, language: string): readonly string[] {
  const lines = code.split('\n');
  const name = languageName(language);
  const isPlain =
    name === undefined ||
    lines.length > limits.lines ||
    code.length > limits.characters ||
    lines.some((line) => line.length > limits.line);
  if (isPlain) return lines.map(escapeHtml);
  const { value } = hljs.highlight(code, { language: name, ignoreIllegals: true });
  return splitHighlighted(value.replace(/\r/g, '&#13;'));
}

/** Returns the name of a language, or undefined when it is unknown. */
export function languageName(language: string): string | undefined {
  if (!isRegistered) register();
  const name = language.toLowerCase();
  return hljs.getLanguage(name) === undefined ? undefined : name;
}

/** Returns the language of a file by its name; empty when it is unknown. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return fileLanguages.get(name) ?? languageName(name.slice(name.lastIndexOf('.') + 1)) ?? '';
}

function register(): void {
  isRegistered = true;
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
