import { parseArgs } from 'node:util';
import { type Refusal, refuse } from '../../core/refusal.ts';

/** What `discuss ledger view` is asked for. */
export interface ViewWords {
  /** Id of the discussion. */
  readonly id: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Whether the browser is opened, where the command line says so. */
  readonly autoOpen: boolean | undefined;
  /** The store that is named in place of the project's. */
  readonly store: string | undefined;
}

/** Reads the words after `discuss ledger view`; a refusal has the code `usage`. */
export function parseViewWords(words: readonly string[]): ViewWords | Refusal {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        store: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [id, extra] = positionals;
    if (id === undefined) return refuse('usage', 'ID is missing');
    if (extra !== undefined) return refuse('usage', `unexpected "${extra}"`);
    const port = values.port ?? '0';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
      return refuse('usage', `--port must be a whole number from 0 to 65535, got "${port}"`);
    }
    const autoOpen = values['no-open'] === true ? false : undefined;
    return { id, port: Number(port), autoOpen, store: values.store };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return refuse('usage', message.split(/\. |\n/)[0] ?? message);
  }
}
