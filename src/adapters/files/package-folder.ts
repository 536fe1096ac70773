import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, which is above its sources and its built files alike. */
export function packageFolder(start: string = import.meta.dirname): string {
  const parent = dirname(start);
  return existsSync(join(start, 'package.json')) || parent === start
    ? start
    : packageFolder(parent);
}
