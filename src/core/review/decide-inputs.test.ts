import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
  sha256,
} from '../../../test/support/review-scenario.ts';
import { type CurrentFile, decideInputs } from './decide-inputs.ts';

const longer = `Read this first.\n\n${scenarioText}`;

function patchOf(path: string, line: string): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${line}\n`;
}

function diffFile(path: string, line: string): CurrentFile {
  const text = patchOf(path, line);
  return { path, kind: 'diff', text, textHash: sha256(text), realPath: `/work/${path}` };
}

function askGit(scenario: ReviewScenario, files: readonly CurrentFile[]) {
  return scenario.do((state, context) =>
    decideInputs(state, {
      ...context,
      files,
      isWholeDiff: true,
      textOf: (hash) =>
        scenario.textOf(hash) ?? files.find(({ textHash }) => textHash === hash)?.text,
      sha256,
      origin: 'disk',
    }),
  );
}

describe('a file that changed on disk (review contract 8)', () => {
  it('is taken over, and its threads go where their text went', () => {
    const scenario = beginReview();
    scenario.open({ snippet: 'First we read.' });
    scenario.save(longer);
    expect(scenario.document().text).toBe(longer);
    expect(scenario.state.threads.get('u-1')?.place.anchorStart).toBe(3);
    expect(scenario.state.sourceVersion).toBe(1);
  });

  it('is left alone while it has not changed', () => {
    const scenario = beginReview();
    scenario.save(scenarioText);
    expect(scenario.log).toHaveLength(1);
  });

  it('leaves a pushed text alone until its bytes change after the push, then the disk wins', () => {
    const scenario = beginReview();
    scenario.push('Pushed.\n', { threadAnchors: [] });
    scenario.save(scenarioText);
    expect(scenario.document().text).toBe('Pushed.\n');
    scenario.save(longer);
    expect(scenario.document().text).toBe(longer);
  });

  it('begins no version when it is saved with the text that was pushed, and wins when it moves on from it', () => {
    const scenario = beginReview();
    scenario.push('Pushed.\n', { threadAnchors: [] });
    const { sourceVersion } = scenario.state;
    scenario.save('Pushed.\n');
    expect(scenario.state.sourceVersion).toBe(sourceVersion);
    scenario.save(scenarioText);
    expect(scenario.document().text).toBe(scenarioText);
    expect(scenario.state.sourceVersion).toBe(sourceVersion + 1);
  });

  it('is told from another file by its path', () => {
    const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
    scenario.save('# New notes\n', 'notes.md');
    expect(scenario.document('f-1').text).toBe(scenarioText);
    expect(scenario.document('f-2').text).toBe('# New notes\n');
  });
});

describe('a diff that git shows anew (review contract 8)', () => {
  const begin = () =>
    beginReview({
      files: { 'a.diff': patchOf('a.diff', 'one'), 'b.diff': patchOf('b.diff', 'two') },
      started: { mode: 'diff' },
    });

  it('takes over what changed and no more', () => {
    const scenario = begin();
    const { events } = askGit(scenario, [diffFile('a.diff', 'one'), diffFile('b.diff', 'three')]);
    expect(events.map(({ kind }) => kind)).toEqual(['source.updated']);
    expect([...scenario.state.files.values()].map(({ changedAt }) => changedAt)).toEqual([0, 1]);
  });

  it('adds a file that has come', () => {
    const scenario = begin();
    askGit(scenario, [
      diffFile('a.diff', 'one'),
      diffFile('b.diff', 'two'),
      diffFile('c.diff', 'x'),
    ]);
    expect(scenario.state.files.get('f-3')).toMatchObject({ path: 'c.diff', changedAt: 1 });
    expect(scenario.state.sourceVersion).toBe(1);
  });

  it('empties a file whose change is gone, once, and its threads are lost but kept', () => {
    const scenario = begin();
    scenario.open({ fileId: 'f-2', anchorStart: 3, anchorEnd: 3 });
    askGit(scenario, [diffFile('a.diff', 'one')]);
    expect(scenario.state.files.get('f-2')?.textHash).toBe(sha256(''));
    expect(scenario.state.threads.get('u-1')).toMatchObject({ orphaned: true });
    expect(askGit(scenario, [diffFile('a.diff', 'one')]).events).toEqual([]);
    askGit(scenario, [diffFile('a.diff', 'one'), diffFile('b.diff', 'two')]);
    expect(scenario.state.threads.get('u-1')).toMatchObject({ orphaned: false });
  });

  it('takes several changes over in one go, each with a version of its own', () => {
    const scenario = begin();
    const { events } = askGit(scenario, [diffFile('a.diff', '1'), diffFile('c.diff', '3')]);
    expect(events.map(({ kind }) => kind)).toEqual([
      'source.updated',
      'file.added',
      'source.updated',
    ]);
    expect(scenario.state.sourceVersion).toBe(3);
  });

  it('follows a file that is shown under a new path, and not one that was copied', () => {
    const plain = (path: string, oldPath?: string): CurrentFile => {
      const { realPath: _none, ...file } = diffFile(path, 'new');
      return oldPath === undefined ? file : { ...file, oldPath };
    };
    const { path, kind, textHash, text } = plain('a.diff');
    const scenario = beginReview({
      files: { [path]: text },
      started: { mode: 'diff', files: [{ id: 'f-1', path, kind, textHash }] },
    });
    scenario.open({ anchorStart: 3, anchorEnd: 3 });
    askGit(scenario, [plain('b.diff', 'a.diff')]);
    expect([...scenario.state.files.values()]).toMatchObject([
      { id: 'f-1', path: 'b.diff', formerly: ['a.diff'], textHash: plain('b.diff').textHash },
    ]);
    expect(scenario.state.threads.get('u-1')).toMatchObject({ fileId: 'f-1', orphaned: false });
    askGit(scenario, [plain('b.diff'), plain('c.diff', 'b.diff')]);
    expect([...scenario.state.files.keys()]).toEqual(['f-1', 'f-2']);
  });
});
