import { readPort } from '../settings/setting-keys.ts';
import type { CommandOption } from './command-args.ts';

/** Returns the option `--port`; `summary` says which port it is without it. */
export function portOption(summary: string): CommandOption {
  return {
    type: 'string',
    value: 'N',
    summary,
    wants: 'a port',
    expected: 'a whole number from 0 to 65535',
    read: readPort,
  };
}
