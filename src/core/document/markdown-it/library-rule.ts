import MarkdownIt from 'markdown-it';
import type { BlockRule, InlineRule } from './types.ts';

/** Returns a block rule of the library by its name, to be wrapped by one of ours. */
export function libraryBlockRule(name: string): BlockRule {
  const { ruler } = new MarkdownIt().block;
  ruler.enableOnly([name]);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error(`the library has no block rule "${name}"`);
  return rule;
}

/** Returns an inline rule of the library by its name, to be wrapped by one of ours. */
export function libraryInlineRule(name: string): InlineRule {
  const { ruler } = new MarkdownIt().inline;
  ruler.enableOnly([name]);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error(`the library has no inline rule "${name}"`);
  return rule;
}
