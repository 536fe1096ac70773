import { describe, expect, it } from 'vitest';
import { readLogLevel } from './read-log-level.ts';

describe('review contract 1: DISCUSS_LOG takes a level, or a list of whose level is what', () => {
  it.each([
    ['debug', 'debug'],
    ['WARN', 'warn'],
    ['off', 'off'],
    ['0', 'off'],
    ['3', 'info'],
    ['5', 'trace'],
    ['discuss', 'trace'],
    ['discuss=debug', 'debug'],
    ['discuss=DEBUG', 'debug'],
    ['discuss=off', 'off'],
    ['discuss_cli=trace', 'trace'],
    ['discuss::server=debug', 'debug'],
    ['discuss=warn,discuss::server=debug', 'debug'],
    ['discuss[review{id=3}]=trace', 'trace'],
    ['info,discuss=debug', 'debug'],
    ['discuss=debug, info', 'debug'],
    ['warn,hyper=trace', 'warn'],
    ['hyper=trace', 'off'],
    ['discussion=trace,error', 'error'],
    ['info,', 'info'],
  ])('%s is %s', (value, level) => {
    expect(readLogLevel(value)).toBe(level);
  });

  it.each(['', ' ', ',', 'loud', '6', 'discuss=loud', 'discuss=', '=debug', 'debug,loud', 3, null])(
    '%j is none',
    (value) => {
      expect(readLogLevel(value)).toBeUndefined();
    },
  );
});
