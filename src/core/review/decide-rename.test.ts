import { describe, expect, it } from 'vitest';
import { beginReview, scenarioText } from '../../../test/support/review-scenario.ts';
import { decideRename, decideRenames } from './decide-rename.ts';
import { inputsMoved, moveInputs, sourceRenamed } from './moved-inputs.ts';

const newPlace = { fileId: 'f-1', path: 'docs/new.plan.md', realPath: '/work/docs/new.plan.md' };

describe('a file that lies elsewhere now (anchoring contract)', () => {
  it('keeps its id, its threads and its text, and gives the review its name', () => {
    const scenario = beginReview();
    scenario.open();
    const { threads, sourceVersion } = scenario.state;
    scenario.do((state, context) => decideRename(state, newPlace, context));
    expect(scenario.state.files.get('f-1')).toMatchObject({
      path: 'docs/new.plan.md',
      realPath: '/work/docs/new.plan.md',
      formerly: ['/work/plan.md'],
    });
    expect(scenario.state.started).toMatchObject({
      sourceFile: '/work/docs/new.plan.md',
      historyName: 'new.plan',
    });
    expect(scenario.state).toMatchObject({ threads, sourceVersion });
    scenario.save(`More.\n\n${scenarioText}`, 'docs/new.plan.md');
    expect(scenario.state.threads.get('u-1')?.place.anchorStart).toBe(3);
    expect(scenario.state.files.size).toBe(1);
  });

  it('is no change when it is there already', () => {
    const scenario = beginReview();
    const same = { fileId: 'f-1', path: 'plan.md', realPath: '/work/plan.md' };
    expect(scenario.do((state, context) => decideRename(state, same, context))).toEqual([]);
  });

  it('leaves the name of a review of several files alone, and moves what these are found by', () => {
    const scenario = beginReview({
      files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' },
      started: { sourceFile: 'multi-2-files', historyName: 'multi-2-files' },
    });
    const inputsKey = JSON.stringify([
      '/work/plan.md',
      '/work/notes.md',
      { root: '/work/plan.md' },
    ]);
    const places = [newPlace, { fileId: 'f-2', path: 'n.md', realPath: '/work/n.md' }];
    const events = scenario.do((state, context) =>
      decideRenames(state, places, { ...context, inputsKey }),
    );
    expect(scenario.state.started.sourceFile).toBe('multi-2-files');
    expect(inputsMoved(events)).toEqual([
      { from: inputsKey, to: moveInputs(inputsKey, '/work/plan.md', newPlace.realPath) },
      {
        from: moveInputs(inputsKey, '/work/plan.md', newPlace.realPath),
        to: JSON.stringify([newPlace.realPath, '/work/n.md', { root: '/work/plan.md' }]),
      },
    ]);
    expect(sourceRenamed(events)).toBeUndefined();
  });
});
