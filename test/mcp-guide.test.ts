import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { largestBody } from '../src/http/guards.ts';
import { listTools } from '../src/mcp/list-tools.ts';
import { uriTemplates } from '../src/mcp/resources/resource-uri.ts';
import { largestFrame } from '../src/mcp/serve-stdio.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../docs/guides/mcp.md'), 'utf8');

it('the guide to MCP names tools, addresses and limits as they are', async () => {
  const tools = (await listTools()).map(({ name }) => name);
  const prefix = new RegExp(
    `^(?:${[...new Set(tools.map((name) => name.split('_')[0]))].join('|')})_`,
  );
  const named = [...guide.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name);
  const namedTools = named.filter((name) => prefix.test(name));
  expect(namedTools.length).toBeGreaterThan(4);
  expect(tools).toEqual(expect.arrayContaining(namedTools));
  for (const template of Object.values(uriTemplates)) expect(guide).toContain(`\`${template}\``);
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
  expect(guide).toContain(`${mebibytes(largestFrame)} on standard input`);
  expect(guide).toContain(`${mebibytes(largestBody)} over HTTP`);
});
