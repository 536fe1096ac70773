import { describe, expect, it } from 'vitest';
import type { Texts } from '../core/bundle/edit.ts';
import type { BundleFolder, NewFolder } from '../core/bundle/ports/bundle-folder.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';

/** A place for bundles under test. */
export interface FolderUnderTest {
  readonly folder: BundleFolder;
  /** An existing working directory, as its real path. */
  readonly directory: string;
  /** A person saves a file. */
  edit(path: string, text: string): void;
}

const header = { trackerId: 't', at: '2026-11-30T09:00:00+01:00' };
const texts = (entries: Record<string, string>): Texts => new Map(Object.entries(entries));
const first = texts({ 'index.md': 'index\n', 'a.md': 'a\r\n', 'b.md': '\uFEFFb' });

/** The value, where a refusal would be a failure of the test. */
export function unrefused<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}

/** What every place for bundles promises; `open` gives a new, empty one. */
export function bundleFolderContract(
  name: string,
  open: () => Promise<FolderUnderTest> | FolderUnderTest,
): void {
  const begin = async (overrides: Partial<NewFolder> = {}) => {
    const tested = await open();
    const newFolder = {
      directory: tested.directory,
      date: '2026-11-30',
      slug: 'topic',
      ...overrides,
    };
    const make = () => tested.folder.create(newFolder, () => ({ texts: first, header }));
    return { ...tested, place: newFolder, make };
  };

  describe(`${name} keeps bundles`, () => {
    it('in a folder of its own with the date, the next number and the slug (bundle contract 2)', async () => {
      const { directory, make, folder, place: newFolder } = await begin();
      const one = unrefused(await make());
      expect(one.root).toBe(`${directory}/discussion/2026-11-30-no1-topic`);
      expect(unrefused(await make()).root).toBe(`${directory}/discussion/2026-11-30-no2-topic`);
      const sibling = { ...newFolder, slug: 'other', date: '2026-12-01' };
      const third = unrefused(await folder.create(sibling, () => ({ texts: first, header })));
      expect(third.root).toBe(`${directory}/discussion/2026-12-01-no1-other`);
    });

    it('whose first files may name the folder', async () => {
      const { folder, place: newFolder } = await begin();
      const made = await folder.create(newFolder, (root) => ({
        texts: texts({ 'index.md': root }),
        header,
      }));
      expect(unrefused(made).texts.get('index.md')).toBe(unrefused(made).root);
    });

    it('and gives every text back byte for byte', async () => {
      const { make, folder } = await begin();
      const made = unrefused(await make());
      expect(made.texts).toEqual(first);
      expect(unrefused(await folder.read(made.root))).toEqual({ ...made, faults: [] });
    });

    it('found by the folder or its index.md', async () => {
      const { make, folder, directory } = await begin();
      expect(await folder.list(directory)).toEqual([]);
      const { root } = unrefused(await make());
      expect(await folder.locate(root, '/')).toBe(root);
      expect(await folder.locate(`${root}/index.md`, '/')).toBe(root);
      expect(await folder.locate('discussion/2026-11-30-no1-topic', directory)).toBe(root);
      expect(await folder.locate(`${root}-not`, '/')).toMatchObject({ code: 'not_found' });
      expect(await folder.list(directory)).toEqual([root]);
      expect(await folder.read(`${root}-not`)).toMatchObject({ code: 'not_found' });
    });

    it('and writes several files as a whole, new folders too', async () => {
      const { make, folder } = await begin();
      const made = unrefused(await make());
      const next = new Map(made.texts).set('a.md', 'a2').set('c/d.md', 'd');
      const written = unrefused(await folder.write(made, next, header));
      expect(new Map([...written.texts].sort())).toEqual(new Map([...next].sort()));
      expect(unrefused(await folder.read(made.root)).texts).toEqual(written.texts);
    });

    it('and refuses a write upon files that have changed since, with the difference', async () => {
      const { make, folder, edit } = await begin();
      const made = unrefused(await make());
      edit(`${made.root}/b.md`, 'by hand');
      const refusal = await folder.write(made, new Map(made.texts).set('a.md', 'a2'), header);
      expect(refusal).toMatchObject({
        code: 'bundle_changed',
        details: { differences: [{ path: 'b.md', was: ['\uFEFFb'], is: ['by hand'] }] },
      });
      const now = unrefused(await folder.read(made.root));
      expect([now.texts.get('a.md'), now.texts.get('b.md')]).toEqual(['a\r\n', 'by hand']);
    });

    it('and lets one of two writers upon the same state win', async () => {
      const { make, folder } = await begin();
      const made = unrefused(await make());
      const results = await Promise.all(
        ['x', 'y', 'z'].map((text) =>
          folder.write(made, new Map(made.texts).set('a.md', text), header),
        ),
      );
      const winners = results.filter((result) => !isRefusal(result));
      expect(winners).toHaveLength(1);
      const now = unrefused(await folder.read(made.root));
      expect(now.texts).toEqual(unrefused(winners[0] ?? now).texts);
    });

    it('and repairs them by what a doctor decides', async () => {
      const { make, folder } = await begin();
      const { root } = unrefused(await make());
      expect(unrefused(await folder.inspect(root))).toMatchObject({
        journal: undefined,
        leftovers: [],
      });
      const repaired = unrefused(
        await folder.repair(
          root,
          ({ snapshot }) =>
            new Map([
              ['a.md', null],
              ['b.md', `${snapshot.texts.size}`],
            ]),
        ),
      );
      expect([...repaired.snapshot.texts.keys()].sort()).toEqual(['b.md', 'index.md']);
      expect(repaired.snapshot.texts.get('b.md')).toBe('3');
      const refusal: Refusal = { refused: true, code: 'x', message: 'no' };
      expect(await folder.repair(root, () => refusal)).toBe(refusal);
    });

    it('and never in the metadata of git', async () => {
      const { folder, place: newFolder, directory } = await begin();
      const inside = { ...newFolder, directory: `${directory}/.git` };
      expect(await folder.create(inside, () => ({ texts: first, header }))).toMatchObject({
        code: expect.stringMatching(/^(?:unsafe_path|not_found)$/),
      });
    });
  });
}
