// Finds a Chromium for the browser tests; as root on Debian it is installed when none is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './ensure-dependencies.mjs';

const places = [
  process.env.DISCUSS_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium; ends the process with a word on how to get one when there is none. */
export function ensureChromium() {
  const found = places.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    installFromDebian();
    return '/usr/bin/chromium';
  }
  console.error(
    'no Chromium found: install one (on Debian: apt-get install chromium) or set DISCUSS_CHROMIUM to its path',
  );
  process.exit(1);
}

function installFromDebian() {
  console.error('installing Chromium from Debian’s packages…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: ['ignore', 'ignore', 2], env };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
    quiet,
  );
}
