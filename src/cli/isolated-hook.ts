import { spawn } from 'node:child_process';

/** A hook that runs in a process of its own. */
export interface IsolatedHook {
  /** What it has answered; rejected when it ends without an answer. */
  readonly response: Promise<object>;
  /** Ends it, whatever it does. */
  readonly stop: () => void;
}

/** Starts a hook on the same event in a process that can be killed, since nothing interrupts SQLite from inside. */
export function startIsolatedHook(args: readonly string[], input: string): IsolatedHook {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [program, 'hook', ...args, '--isolated'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const response = new Promise<object>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error('the hook that reads the store ended without an answer'));
      }
    });
  });
  // It may be gone before it has read all of the event, which its end tells.
  child.stdin.on('error', () => undefined).end(input);
  return { response, stop: () => void child.kill('SIGKILL') };
}
