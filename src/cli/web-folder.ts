import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the built pages, absolute; beside the folder of this program's parts. */
export const webFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web');
