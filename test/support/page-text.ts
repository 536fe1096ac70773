/** What a page shows of rendered HTML, read without a browser. */
export interface PageText {
  /** Text of each block by its number: its text nodes, without generated ones and those of blocks inside it. */
  readonly texts: ReadonlyMap<number, string>;
  /** Names and attributes of all elements, as written. */
  readonly tags: readonly string[];
}

interface OpenTag {
  readonly name: string;
  readonly block: number | undefined;
  readonly generated: boolean;
}

const voids = new Set(['br', 'hr', 'img', 'input', 'wbr']);
const tag =
  /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s=>/"']+(?:="[^"]*"|='[^']*')?)*)\s*\/?>/g;
const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  '#13': '\r',
  nbsp: '\u00a0',
};

/** Reads HTML that must be well formed: every element is closed, in order, and text holds no stray `<`. */
export function readPageText(html: string): PageText {
  const texts = new Map<number, string>();
  const tags: string[] = [];
  const open: OpenTag[] = [];
  const addText = (raw: string): void => {
    if (raw.includes('<')) throw new Error(`stray "<" in ${JSON.stringify(raw.slice(0, 80))}`);
    if (open.some(({ generated }) => generated)) return;
    const block = open.findLast((element) => element.block !== undefined)?.block;
    if (block !== undefined) texts.set(block, (texts.get(block) ?? '') + decode(raw));
  };
  let position = 0;
  for (const match of html.matchAll(tag)) {
    addText(html.slice(position, match.index));
    position = match.index + match[0].length;
    // As a browser does, drop a line feed right behind the tag.
    if (match[2] === 'pre' && match[1] === '' && html[position] === '\n') position++;
    const [whole, slash, name = '', attributes = ''] = match;
    if (name === '') continue;
    if (slash === '/') {
      const closed = open.pop();
      if (closed?.name !== name) throw new Error(`</${name}> closes <${closed?.name}>`);
      continue;
    }
    tags.push(whole);
    const block = /\sdata-block="(\d+)"/.exec(attributes)?.[1];
    const number = block === undefined ? undefined : Number(block);
    if (number !== undefined) {
      if (texts.has(number)) throw new Error(`block ${number} stands twice`);
      texts.set(number, '');
    }
    if (voids.has(name.toLowerCase()) || whole.endsWith('/>')) continue;
    open.push({ name, block: number, generated: /\sdata-generated(?=\s|=|$)/.test(attributes) });
  }
  addText(html.slice(position));
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return { texts, tags };
}

function decode(text: string): string {
  return text.replace(/&([#\w]+);/g, (whole, name: string) => {
    const known = references[name];
    if (known === undefined) throw new Error(`unknown reference ${whole}`);
    return known;
  });
}
