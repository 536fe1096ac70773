import { describe, expect, it } from 'vitest';
import { startScenario } from '../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../refusal.ts';
import { type Edit, withText } from './edit.ts';
import { declareFile, setIndexField, setIndexFields, setStatus } from './index-file.ts';

const index = startScenario().text('index.md');
const edit = (change: Edit, text = index): string => {
  const texts = change(withText(new Map(), 'index.md', text));
  return isRefusal(texts) ? `${texts.code}: ${texts.message}` : (texts.get('index.md') ?? '');
};

describe('edits of index.md (bundle contract 2, 3)', () => {
  it('set several fields at once, and nothing else', () => {
    const changes = [
      { part: 'head', key: 'Workspace', value: '/a' },
      { part: 'checkpoint', key: 'Current work', value: 'b' },
      { part: 'snapshot', key: 'Goal', value: 'c' },
      { part: 'head', key: 'Mode', value: 'discuss' },
    ] as const;
    const expected = index
      .replace('Workspace: /work tree', 'Workspace: /a')
      .replace('- Current work: None', '- Current work: b')
      .replace('Goal: Unknown', 'Goal: c');
    expect(edit(setIndexFields(changes))).toBe(expected);
  });

  it.each([
    ['a field that is missing', /^Workspace: .*\n/m, '', '`Workspace:` in the head of the record'],
    [
      'a field that is there twice',
      /^(?=Workspace: )/m,
      'Workspace: x\n',
      '`Workspace:` in the head of the record 2 times',
    ],
  ])('are refused at %s', (_, ...[from, to, place]) => {
    const change = setIndexField('head', 'Workspace', '/a');
    expect(edit(change, index.replace(from, to))).toContain(place);
  });

  it('are refused at a part that is missing or there twice', () => {
    const change = setIndexField('snapshot', 'Goal', 'x');
    const [snapshot = ''] =
      /<!-- workflow-active-snapshot:start[\s\S]*?snapshot:end -->\n/.exec(index) ?? [];
    expect(edit(change, index.replace(snapshot, ''))).toContain('lacks the active snapshot');
    expect(edit(change, index.replace(snapshot, snapshot + snapshot))).toContain(
      'has the active snapshot 2 times',
    );
  });

  it('are refused without a header', () => {
    const bare = index.replace(/<!-- workflow-record.*\n/, '');
    expect(edit(setIndexField('head', 'Mode', 'x'), bare)).toContain('not_a_bundle');
    expect(edit(setStatus('x'), bare)).toContain('not_a_bundle');
    expect(edit(declareFile('x.md'), bare)).toContain('not_a_bundle');
  });

  it('add the status below the mode status, or set the one that is there', () => {
    const added = edit(setStatus('Approved for execution'));
    expect(added).toBe(
      index.replace(
        'Mode status: Active\n',
        'Mode status: Active\nStatus: Approved for execution\n',
      ),
    );
    expect(edit(setStatus('Done'), added)).toBe(added.replace('Approved for execution', 'Done'));
    expect(edit(setStatus('x'), index.replace(/^Mode status: .*\n/m, ''))).toContain(
      '`Mode status:`',
    );
  });

  it('declare a file once, at the end of the one manifest', () => {
    const declared = edit(declareFile('plan.md'));
    expect(declared).toContain('evidence.md\nplan.md\n<!-- workflow-manifest:end -->');
    expect(edit(declareFile('plan.md'), declared)).toBe(declared);
    expect(
      edit(declareFile('plan.md'), index.replace('<!-- workflow-manifest:end -->', '')),
    ).toContain('the manifest');
    const twice = `${index}<!-- workflow-manifest:start -->\n<!-- workflow-manifest:end -->\n`;
    expect(edit(declareFile('plan.md'), twice)).toContain('has the manifest 2 times');
  });
});
