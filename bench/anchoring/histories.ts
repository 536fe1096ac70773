import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pinned from './histories.json' with { type: 'json' };
import { readTarball } from './read-tarball.ts';

/** One Markdown file of a package through its published versions, oldest first; versions without it are left out. */
export interface History {
  readonly id: string;
  readonly versions: readonly { readonly version: string; readonly text: string }[];
}

interface PinnedPackage {
  readonly package: string;
  readonly versions: readonly string[];
}

/** A history shorter than this has no jump worth measuring. */
const minVersions = 6;
const versionsPerCall = 20;

function keepMarkdown(tarball: string, folder: string): void {
  const partial = `${folder}.partial`;
  for (const { path, content } of readTarball(readFileSync(tarball))) {
    if (!/\.md$/i.test(path) || path.split('/').includes('..')) continue;
    mkdirSync(dirname(join(partial, path)), { recursive: true });
    writeFileSync(join(partial, path), content);
  }
  renameSync(partial, folder);
  rmSync(tarball);
}

/** Brings what is missing of the pinned versions into `cache`, by `npm pack`; a second run asks nobody. */
function fetchPackage(pin: PinnedPackage, cache: string): void {
  const home = join(cache, pin.package);
  mkdirSync(home, { recursive: true });
  const missing = pin.versions.filter((version) => !existsSync(join(home, version)));
  for (let at = 0; at < missing.length; at += versionsPerCall) {
    const batch = missing.slice(at, at + versionsPerCall);
    console.error(`fetching ${pin.package} ${batch[0]} … ${batch.at(-1)}`);
    const specs = batch.map((version) => `${pin.package}@${version}`);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', home, ...specs], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (const version of batch) {
      keepMarkdown(join(home, `${pin.package}-${version}.tgz`), join(home, version));
    }
  }
}

function historiesOf(pin: PinnedPackage, cache: string): History[] {
  const byPath = new Map<string, { version: string; text: string }[]>();
  for (const version of pin.versions) {
    const folder = join(cache, pin.package, version);
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    for (const path of paths.filter((name) => /\.md$/i.test(name))) {
      const versions = byPath.get(path) ?? [];
      versions.push({ version, text: readFileSync(join(folder, path), 'utf8') });
      byPath.set(path, versions);
    }
  }
  return [...byPath]
    .filter(([, versions]) => versions.length >= minVersions)
    .map(([path, versions]) => ({ id: `${pin.package}/${path}`, versions }));
}

/** The pinned histories; fetched once and kept under `cache`. */
export function loadHistories(cache: string): History[] {
  return pinned.flatMap((pin) => {
    fetchPackage(pin, cache);
    return historiesOf(pin, cache);
  });
}
