import { parseArgs } from 'node:util';
import { type Refusal, refuse } from '../../core/refusal.ts';

/** What `discuss bundle open` is asked for. */
export interface OpenWords {
  /** The bundle's folder or its index.md, where it is named. */
  readonly root?: string;
  /** The token of the agent's context, whose binding names the bundle. */
  readonly context?: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Whether the browser is opened, where the command line says so. */
  readonly autoOpen: boolean | undefined;
  /** Everything stands under a path that cannot be guessed. */
  readonly isPrivate: boolean;
}

/** Reads the words after `discuss bundle open`; a refusal has the code `usage`. */
export function parseOpenWords(words: readonly string[]): OpenWords | Refusal {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        private: { type: 'boolean' },
        root: { type: 'string' },
        context: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [named, extra] = positionals;
    if (extra !== undefined) return refuse('usage', `unexpected "${extra}"`);
    const port = values.port ?? '0';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
      return refuse('usage', `--port must be a whole number from 0 to 65535, got "${port}"`);
    }
    const root = named ?? values.root;
    return {
      ...(root === undefined ? {} : { root }),
      ...(values.context === undefined ? {} : { context: values.context }),
      port: Number(port),
      autoOpen: values['no-open'] === true ? false : undefined,
      isPrivate: values.private === true,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return refuse('usage', message.split(/\. |\n/)[0] ?? message);
  }
}
