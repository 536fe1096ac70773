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

const note = { trackerId: 't', at: '2026-11-30T09:00:00+01:00' };
const texts = (entries: Record<string, string>): Texts => new Map(Object.entries(entries));
const first = texts({ 'index.md': 'index\n', 'a.md': 'a\r\n', 'b.md': '\uFEFFb' });

/** The value, where a refusal would be a failure of the test. */
export function granted<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}

/** What every place for bundles promises; `open` gives a new, empty one. */
export function bundleFolderContract(
  name: string,
  open: () => Promise<FolderUnderTest> | FolderUnderTest,
): void {
  const begin = async (more: Partial<NewFolder> = {}) => {
    const tested = await open();
    const place = { directory: tested.directory, date: '2026-11-30', slug: 'topic', ...more };
    const make = () => tested.folder.create(place, () => ({ texts: first, header: note }));
    return { ...tested, place, make };
  };

  describe(`${name} keeps bundles`, () => {
    it('in a folder of its own with the date, the next number and the slug (bundle contract 2)', async () => {
      const { directory, make, folder, place } = await begin();
      const one = granted(await make());
      expect(one.root).toBe(`${directory}/discussion/2026-11-30-no1-topic`);
      expect(granted(await make()).root).toBe(`${directory}/discussion/2026-11-30-no2-topic`);
      const other = { ...place, slug: 'other', date: '2026-12-01' };
      const third = granted(await folder.create(other, () => ({ texts: first, header: note })));
      expect(third.root).toBe(`${directory}/discussion/2026-12-01-no1-other`);
    });

    it('whose first files may name the folder', async () => {
      const { folder, place } = await begin();
      const made = await folder.create(place, (root) => ({
        texts: texts({ 'index.md': root }),
        header: note,
      }));
      expect(granted(made).texts.get('index.md')).toBe(granted(made).root);
    });

    it('and gives every text back byte for byte', async () => {
      const { make, folder } = await begin();
      const made = granted(await make());
      expect(made.texts).toEqual(first);
      expect(granted(await folder.read(made.root))).toEqual({ ...made, faults: [] });
    });

    it('found by the folder or its index.md', async () => {
      const { make, folder, directory } = await begin();
      expect(await folder.list(directory)).toEqual([]);
      const { root } = granted(await make());
      expect(await folder.locate(root, '/')).toBe(root);
      expect(await folder.locate(`${root}/index.md`, '/')).toBe(root);
      expect(await folder.locate('discussion/2026-11-30-no1-topic', directory)).toBe(root);
      expect(await folder.locate(`${root}-not`, '/')).toMatchObject({ code: 'not_found' });
      expect(await folder.list(directory)).toEqual([root]);
      expect(await folder.read(`${root}-not`)).toMatchObject({ code: 'not_found' });
    });

    it('and writes several files as a whole, new folders too', async () => {
      const { make, folder } = await begin();
      const made = granted(await make());
      const next = new Map(made.texts).set('a.md', 'a2').set('c/d.md', 'd');
      const written = granted(await folder.write(made, next, note));
      expect(new Map([...written.texts].sort())).toEqual(new Map([...next].sort()));
      expect(granted(await folder.read(made.root)).texts).toEqual(written.texts);
    });

    it('and refuses a write upon files that have changed since, with the difference', async () => {
      const { make, folder, edit } = await begin();
      const made = granted(await make());
      edit(`${made.root}/b.md`, 'by hand');
      const refusal = await folder.write(made, new Map(made.texts).set('a.md', 'a2'), note);
      expect(refusal).toMatchObject({
        code: 'bundle_changed',
        details: { differences: [{ path: 'b.md', was: ['\uFEFFb'], is: ['by hand'] }] },
      });
      const now = granted(await folder.read(made.root));
      expect([now.texts.get('a.md'), now.texts.get('b.md')]).toEqual(['a\r\n', 'by hand']);
    });

    it('and lets one of two writers upon the same state win', async () => {
      const { make, folder } = await begin();
      const made = granted(await make());
      const results = await Promise.all(
        ['x', 'y', 'z'].map((text) =>
          folder.write(made, new Map(made.texts).set('a.md', text), note),
        ),
      );
      const winners = results.filter((result) => !isRefusal(result));
      expect(winners).toHaveLength(1);
      const now = granted(await folder.read(made.root));
      expect(now.texts).toEqual(granted(winners[0] ?? now).texts);
    });

    it('and repairs them by what a doctor decides', async () => {
      const { make, folder } = await begin();
      const { root } = granted(await make());
      expect(granted(await folder.inspect(root))).toMatchObject({
        journal: undefined,
        leftovers: [],
      });
      const repaired = granted(
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
      const { folder, place, directory } = await begin();
      const inside = { ...place, directory: `${directory}/.git` };
      expect(await folder.create(inside, () => ({ texts: first, header: note }))).toMatchObject({
        code: expect.stringMatching(/^(?:unsafe_path|not_found)$/),
      });
    });
  });
}
