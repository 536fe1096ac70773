import { describe, expect, it } from 'vitest';
import { addBlock, removeBlock } from './toml-block.ts';

const block = { table: 'mcp_servers.discuss', lines: ['command = "discuss"'] };
const texts = [
  '',
  '\n',
  'a = 1',
  'a = 1\n',
  '# mine',
  'a = 1 # discuss agents: begin\n',
  'a = { b = 1 }\r\n\r\n[[c]]\r\nd = "[mcp_servers.discuss]"',
];

describe('a block in a file of TOML', () => {
  it.each(texts)('is put below %j once, and taken out byte for byte', (text) => {
    const added = addBlock(text, block);
    expect(addBlock(added, block)).toBe(added);
    expect(removeBlock(added)).toBe(text);
  });

  it.each(texts)('leaves %j whole when more was written below it meanwhile', (text) => {
    const more = '[projects.shop]\ntrust_level = "trusted"\n';
    const line = text === '' || text.endsWith('\n') ? '' : (/\r\n/.exec(text)?.[0] ?? '\n');
    const written = `${addBlock(text, block)}${more}`;
    expect(addBlock(written, block)).toBe(written);
    expect(removeBlock(written)).toBe(`${text}${line}${more}`);
  });

  it('is brought up to date where it stands', () => {
    const older = addBlock('a = 1', { ...block, lines: ['command = "older"'] });
    expect(addBlock(`${older}[b]\n`, block)).toBe(`${addBlock('a = 1', block)}[b]\n`);
  });
});
