import type { LogLevel } from '../../core/ports/log.ts';

/** The levels, from silence to everything. */
export const logLevels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug', 'trace'];

/** What a part of a list says, of whom; of every program without a name. */
interface Directive {
  readonly target?: string;
  readonly level: LogLevel;
}

/**
 * Reads a level, or a list such as `discuss=debug,hyper=warn,info`: what it says of discuss or of a part of it, else
 * the level that stands alone; where neither is said, nothing is logged. Nothing for what is no such list.
 */
export function readLogLevel(value: unknown): LogLevel | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = value.split(',').filter((part) => part.trim() !== '');
  const directives = parts.map((part) => readDirective(part.trim()));
  const known = directives.filter((directive) => directive !== undefined);
  if (known.length === 0 || known.length < parts.length) return undefined;
  const own = known.filter(({ target }) => target !== undefined && isOwn(target));
  if (own.length > 0) return loudest(own);
  return known.findLast(({ target }) => target === undefined)?.level ?? 'off';
}

/** `warn`, `discuss=warn`, or `discuss` alone, which is as loud as it can be. */
function readDirective(text: string): Directive | undefined {
  const split = text.lastIndexOf('=');
  const level = levelOf(text.slice(split + 1));
  if (split < 0) {
    if (level !== undefined) return { level };
    return isOwn(text) ? { target: text, level: 'trace' } : undefined;
  }
  const target = text.slice(0, split);
  return target === '' || level === undefined ? undefined : { target, level };
}

function isOwn(target: string): boolean {
  return /^discuss(?:$|[:_[-])/.test(target);
}

/** A level by its name in any case, or by its number. */
function levelOf(text: string): LogLevel | undefined {
  if (/^[0-5]$/.test(text)) return logLevels[Number(text)];
  return logLevels.find((level) => level === text.toLowerCase());
}

function loudest(directives: readonly Directive[]): LogLevel | undefined {
  const loudness = directives.map(({ level }) => logLevels.indexOf(level));
  return logLevels[Math.max(...loudness)];
}
