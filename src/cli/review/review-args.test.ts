import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { parseReviewArgs, type ReviewArgs } from './review-args.ts';

function parse(line: string): ReviewArgs {
  const args = parseReviewArgs(line === '' ? [] : line.split(' '));
  if (isRefusal(args)) throw new Error(args.message);
  return args;
}

describe('review contract 1: the command line', () => {
  it('is empty when nothing is asked for', () => {
    expect(parse('')).toEqual({
      files: [],
      flags: {},
      privatePath: false,
      attach: false,
      carryOpen: false,
      warnings: [],
    });
  });

  it.each([
    'a.md - b.md --port 0 --no-open',
    '--port 0 --no-open a.md - b.md',
    'a.md --port=0 - --no-open b.md',
    '--port 9 a.md --no-open - --port 0 b.md',
  ])('takes options before, between and after files: %s', (line) => {
    expect(parse(line)).toMatchObject({
      files: ['a.md', '-', 'b.md'],
      flags: { port: 0, autoOpen: false },
    });
  });

  it('takes every option', () => {
    const args = parse(
      '--port 8080 --no-open --no-save --history-dir out --max-diff-bytes 0 --write-back --as Aaron ' +
        '--verdict-options a|b! --verdict-prompt Well? --resume --private --attach --threads t.json --carry open --kind patch x.md',
    );
    expect(args).toEqual({
      files: ['x.md'],
      kind: 'patch',
      flags: {
        port: 8080,
        autoOpen: false,
        noSave: true,
        historyDir: 'out',
        maxDiffBytes: 0,
        writeBack: true,
        reviewerName: 'Aaron',
      },
      verdict: {
        prompt: 'Well?',
        options: [
          { id: 'a', label: 'A', style: 'neutral', feedbackRequired: false },
          { id: 'b', label: 'B', style: 'neutral', feedbackRequired: true },
        ],
      },
      unfinished: 'resume',
      privatePath: true,
      attach: true,
      threadsFile: 't.json',
      carryOpen: true,
      warnings: [],
    });
    expect(parse('--fresh x.md').unfinished).toBe('fresh');
  });

  it('takes a value that looks like an option after =, and one that is no option as it is', () => {
    expect(parse('--history-dir=--out x.md').flags).toEqual({ historyDir: '--out' });
    expect(parse('--history-dir -out x.md').flags).toEqual({ historyDir: '-out' });
    expect(parse('--history-dir a=b x.md').flags).toEqual({ historyDir: 'a=b' });
    expect(parse('--history-dir=a=b x.md').flags).toEqual({ historyDir: 'a=b' });
  });

  it('takes diff for a value where a value is expected', () => {
    expect(parse('--history-dir diff x.md')).toMatchObject({
      files: ['x.md'],
      flags: { historyDir: 'diff' },
    });
  });

  it('takes ./diff for a file, and everything after -- too', () => {
    expect(parse('./diff').files).toEqual(['./diff']);
    expect(parse('./diff').diff).toBeUndefined();
    expect(parse('--no-open -- diff --port')).toMatchObject({
      files: ['diff', '--port'],
      flags: { autoOpen: false },
    });
  });

  it('asks for help or the version wherever the word stands', () => {
    expect(parse('x.md --help').show).toBe('help');
    expect(parse('-h').show).toBe('help');
    expect(parse('diff --help').show).toBe('help');
    expect(parse('diff -h').show).toBe('help');
    expect(parse('x.md -V').show).toBe('version');
    expect(parse('diff -- --help').show).toBeUndefined();
  });

  it('warns of --verdict-prompt without --verdict-options', () => {
    const args = parse('--verdict-prompt Well? x.md');
    expect(args.verdict).toBeUndefined();
    expect(args.warnings).toEqual(['--verdict-prompt has no effect without --verdict-options']);
  });
});

describe('review contract 1: diff', () => {
  const rows: ReadonlyArray<readonly [string, readonly string[], readonly string[], object]> = [
    ['diff', ['--cached'], ['--cached'], {}],
    ['diff --unstaged', [], ['--unstaged'], {}],
    ['diff --untracked', ['--cached'], ['--untracked', '--cached'], { untracked: true }],
    ['diff --unstaged --untracked', [], ['--unstaged', '--untracked'], { untracked: true }],
    ['diff HEAD~3..HEAD', ['HEAD~3..HEAD'], ['HEAD~3..HEAD'], {}],
    [
      'diff main...feature -- src',
      ['main...feature', '--', 'src'],
      ['main...feature', '--', 'src'],
      {},
    ],
    ['diff -- --unstaged', ['--', '--unstaged'], ['--', '--unstaged'], {}],
    ['diff -- --port', ['--', '--port'], ['--', '--port'], {}],
    ['diff --max-diff-bytes 10', ['--cached'], ['--cached'], { flags: { maxDiffBytes: 10 } }],
    [
      'diff HEAD --max-diff-bytes=0 -w',
      ['HEAD', '-w'],
      ['HEAD', '-w'],
      { flags: { maxDiffBytes: 0 } },
    ],
    ['diff HEAD diff', ['HEAD', 'diff'], ['HEAD', 'diff'], {}],
    ['diff -', ['-'], ['-'], {}],
  ];

  it.each(rows)('%s', (...[line, args, given, more]) => {
    const { diff } = parse(line);
    expect(diff).toEqual({ untracked: false, flags: {}, help: false, args, given, ...more });
  });

  it('stands after files and options', () => {
    const args = parse('plan.md --port 0 notes.md diff HEAD~1');
    expect(args).toMatchObject({
      files: ['plan.md', 'notes.md'],
      flags: { port: 0 },
      diff: { args: ['HEAD~1'] },
    });
  });

  it('takes the cap of the args after it over the one before', () => {
    expect(parse('--max-diff-bytes 1 diff --max-diff-bytes 2').flags.maxDiffBytes).toBe(2);
    expect(parse('--max-diff-bytes 1 diff').flags.maxDiffBytes).toBe(1);
  });
});

describe('review contract 1: a command line that cannot be understood names the word', () => {
  const rows: ReadonlyArray<readonly [string, RegExp]> = [
    ['--prot 80 x.md', /unknown option "--prot"/],
    ['-x', /unknown option "-x"/],
    ['--port', /--port needs a port, got nothing/],
    ['--port --no-open x.md', /--port needs a port, got "--no-open"/],
    ['--port=', /--port needs a port/],
    ['--port x x.md', /--port must be .* 65535, got "x"/],
    ['--port 65536 x.md', /got "65536"/],
    ['--port -1 x.md', /got "-1"/],
    ['--no-open=1 x.md', /--no-open takes no value, got "--no-open=1"/],
    ['--max-diff-bytes 5MB diff', /--max-diff-bytes must be .*got "5MB"/],
    ['--as A*B x.md', /--as must be a name .*got "A\*B"/],
    ['--carry all x.md', /--carry must be open, got "all"/],
    ['--resume --fresh x.md', /--resume and --fresh/],
    ['- x.md -', /"-" stands more than once/],
    ['--verdict-options yes x.md', /--verdict-options needs at least two options/],
    ['diff --unstaged HEAD', /--unstaged cannot stand together with "HEAD"/],
    ['diff HEAD --unstaged', /"HEAD"/],
    ['diff --unstaged -- src', /"--"/],
    ['diff --max-diff-bytes', /--max-diff-bytes needs a number of bytes, got nothing/],
    ['diff --max-diff-bytes -1', /got "-1"/],
    ['diff --no-open', /"--no-open" stands after diff/],
    ['diff HEAD --port=0', /"--port=0" stands after diff/],
  ];

  it.each(rows)('%s', (line, message) => {
    const answer = parseReviewArgs(line.split(' '));
    expect(answer).toMatchObject({ refused: true, code: 'usage' });
    expect(isRefusal(answer) && answer.message).toMatch(message);
  });

  it('and an empty word', () => {
    expect(parseReviewArgs([''])).toMatchObject({ code: 'usage' });
  });

  it('and the option that was probably meant', () => {
    expect(parseReviewArgs(['--no-opne'])).toMatchObject({ next: 'did you mean --no-open?' });
    expect(parseReviewArgs(['--verdict-o'])).toMatchObject({
      next: 'did you mean --verdict-options?',
    });
  });
});
