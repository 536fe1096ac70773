// Writes THIRD-PARTY.txt: name, version and licence text of every package that is bundled into dist/.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a bundled module belongs to; nothing for our own modules. */
function packageFolder(modulePath) {
  const match = modulePath.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  return match?.[1];
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** Writes the notices for the given modules, paths relative to `root`. */
export function writeThirdParty(root, modules) {
  const folders = [
    ...new Set(modules.map(packageFolder).filter((folder) => folder !== undefined)),
  ].sort();
  const notices = folders.flatMap((folder) => {
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'));
    return [`${name} ${version} (${license ?? 'see below'})\n\n${licenceText(join(root, folder))}`];
  });
  const rule = `\n\n${'-'.repeat(72)}\n\n`;
  writeFileSync(join(root, 'THIRD-PARTY.txt'), `${notices.join(rule)}\n`);
}
