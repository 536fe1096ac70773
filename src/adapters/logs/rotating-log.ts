import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log, LogFacts, LogLevel } from '../../core/ports/log.ts';

/** How a log is kept. */
export interface LogSettings {
  /** Absolute path of the folder; made with the first line. */
  readonly folder: string;
  /** The least important level that is written. */
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Size after which a day's log goes on in a new file; 5 MiB without it. */
  readonly maxBytes?: number;
  /** How many files are kept, the newest; 10 without it. */
  readonly maxFiles?: number;
}

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug', 'trace'];

/**
 * A log of lines `<time> <LEVEL> <process> <message> <facts as JSON>` in `discuss-<day>.log`, then
 * `discuss-<day>-2.log` and so on. Any number of processes may write to it: files are only ever appended to, and
 * whole old ones removed. A log that cannot be written is silent.
 */
export function openRotatingLog(settings: LogSettings): Log {
  const { level, clock } = settings;
  let current: { readonly day: string; number: number } | undefined;
  return {
    note(important, message, facts) {
      if (levels.indexOf(important) > levels.indexOf(level)) return;
      const now = clock.now();
      const day = now.slice(0, 10);
      try {
        if (current?.day !== day) current = begin(settings, day);
        while (sizeOf(pathOf(settings.folder, current)) >= (settings.maxBytes ?? 5_242_880)) {
          current.number += 1;
          removeOld(settings);
        }
        const line = `${now} ${important.toUpperCase()} ${process.pid} ${describe(message, facts)}\n`;
        appendFileSync(pathOf(settings.folder, current), line, { mode: 0o600 });
      } catch {
        // A full or read-only disk must not end a review; a folder that was removed is made again.
        current = undefined;
      }
    },
  };
}

function begin(settings: LogSettings, day: string): { readonly day: string; number: number } {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  removeOld(settings);
  const numbers = logFiles(settings.folder)
    .filter((file) => file.day === day)
    .map((file) => file.number);
  return { day, number: Math.max(1, ...numbers) };
}

function pathOf(folder: string, { day, number }: { day: string; number: number }): string {
  return join(folder, `discuss-${day}${number === 1 ? '' : `-${number}`}.log`);
}

function logFiles(folder: string): readonly { day: string; number: number }[] {
  return readdirSync(folder)
    .map((name) => /^discuss-(\d{4}-\d\d-\d\d)(?:-(\d+))?\.log$/.exec(name))
    .filter((match) => match !== null)
    .map(([, day = '', number = '1']) => ({ day, number: Number(number) }))
    .sort((left, right) => left.day.localeCompare(right.day) || left.number - right.number);
}

/** Makes room for one more file. */
function removeOld({ folder, maxFiles = 10 }: LogSettings): void {
  const files = logFiles(folder);
  for (const file of files.slice(0, Math.max(0, files.length - maxFiles + 1))) {
    rmSync(pathOf(folder, file), { force: true });
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** One line, whatever the message holds. */
function describe(message: string, facts: LogFacts = {}): string {
  const line = message.replace(/[\r\n\u2028\u2029]+/g, ' ');
  if (Object.keys(facts).length === 0) return line;
  return `${line} ${JSON.stringify(facts, (_, value: unknown) => plain(value))}`;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  return { message, stack, ...(cause === undefined ? {} : { cause }) };
}
