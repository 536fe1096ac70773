import { describe, expect, it } from 'vitest';
import { createResourceScope } from './resource-scope.ts';

const folders = { existing: async (path: string) => (path === '/none' ? undefined : path) };
const sha256 = (text: string) => text.replace('/', '').padEnd(64, '0');

describe('the reach of resources', () => {
  it('holds the existing folders that were named, the last one first, and tells when it widens', async () => {
    const scope = createResourceScope(folders, sha256);
    let changes = 0;
    const stop = scope.onChange(() => {
      changes += 1;
    });
    for (const path of ['/a', '/b', '/none', '/a']) await scope.addProject(path);
    scope.addContext('c');
    scope.addContext('c');
    expect(scope.projects.map(({ folder }) => folder)).toEqual(['/a', '/b']);
    expect(scope.project('a000000000000000')).toMatchObject({ folder: '/a' });
    expect(scope.contexts).toEqual(['c']);
    expect(changes).toBe(3);
    stop();
    await scope.addProject('/d');
    expect(changes).toBe(3);
  });

  it('forgets the one that was named longest ago when there are too many', async () => {
    const scope = createResourceScope(folders, sha256);
    for (let number = 0; number < 40; number += 1) await scope.addProject(`/${number}x`);
    expect(scope.projects).toHaveLength(32);
    expect(scope.projects.at(-1)).toMatchObject({ folder: '/8x' });
  });
});
