// Finds a Chromium for the browser tests; as root on Debian it is installed when none is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The headless shell is Chromium without its own windows, and needs half the processor time for a page.
const headlessShell = '/usr/bin/chromium-headless-shell';
const places = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium; ends the process with a word on how to get one when there is none. */
export function ensureChromium() {
  const chosen = process.env.DISCUSS_CHROMIUM ?? '';
  if (existsSync(chosen)) return chosen;
  const canInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (canInstall && !existsSync(headlessShell)) installFromDebian();
  const found = places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  console.error(
    'no Chromium found: install one (on Debian: apt-get install chromium-headless-shell) or set DISCUSS_CHROMIUM to its path',
  );
  process.exit(1);
}

/** Installs the headless shell, or where the release has none, the whole of Chromium. */
function installFromDebian() {
  console.error('installing Chromium from Debian’s packages…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env });
  const install = (name) =>
    apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core').status === 0;
  apt('update', '-qq');
  if (!install('chromium-headless-shell') && !places.some((path) => existsSync(path)))
    install('chromium');
}
