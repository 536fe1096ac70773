import { describe, expect, it } from 'vitest';
import { openReach } from './reach.ts';

const folders = { existing: async (path: string) => (path === '/none' ? undefined : path) };
const sha256 = (text: string) => text.replace('/', '').padEnd(64, '0');

describe('the reach of resources', () => {
  it('holds the existing folders that were named, the last one first, and tells when it widens', async () => {
    const reach = openReach(folders, sha256);
    let changes = 0;
    const stop = reach.onChange(() => {
      changes += 1;
    });
    for (const path of ['/a', '/b', '/none', '/a']) await reach.addProject(path);
    reach.addContext('c');
    reach.addContext('c');
    expect(reach.projects.map(({ folder }) => folder)).toEqual(['/a', '/b']);
    expect(reach.project('a000000000000000')).toMatchObject({ folder: '/a' });
    expect(reach.contexts).toEqual(['c']);
    expect(changes).toBe(3);
    stop();
    await reach.addProject('/d');
    expect(changes).toBe(3);
  });

  it('forgets the one that was named longest ago when there are too many', async () => {
    const reach = openReach(folders, sha256);
    for (let number = 0; number < 40; number += 1) await reach.addProject(`/${number}x`);
    expect(reach.projects).toHaveLength(32);
    expect(reach.projects.at(-1)).toMatchObject({ folder: '/8x' });
  });
});
