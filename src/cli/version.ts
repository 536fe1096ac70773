import { version } from '../../package.json';

/** What `discuss --version` prints. */
export const versionText = `discuss ${version}\n`;
