import { actions } from '../../src/actions/index.ts';
import { openApiDocument } from '../../src/server/openapi/document.ts';
import { cliPage } from './cli-page.ts';
import { differencesPage } from './differences-page.ts';
import { httpPage } from './http-page.ts';
import { mcpPage } from './mcp-page.ts';

/** The pages of docs/reference, by file name, made from what the program itself is made of. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([
    ['cli.md', await cliPage(actions)],
    ['mcp.md', mcpPage(actions)],
    ['differences.md', differencesPage()],
  ]);
  for (const room of ['review', 'ledger', 'bundle'] as const) {
    const hasRoutes = actions.some(
      ({ bindings }) => bindings.http !== undefined && (bindings.http.room ?? 'review') === room,
    );
    if (!hasRoutes) continue;
    const document = await openApiDocument({ actions, room, prefix: '' });
    const suffix = room === 'review' ? '' : `-${room}`;
    pages.set(`openapi${suffix}.json`, `${JSON.stringify(document, null, 2)}\n`);
    pages.set(`http${suffix}.md`, httpPage(document, `openapi${suffix}.json`));
  }
  return pages;
}
