import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { parseVerdictSpec } from './verdict-spec.ts';
import type { VerdictOption } from './wire.ts';

/** `look` is the style, with `!` where feedback is required. */
function row(
  id: string,
  label: string,
  look: `${VerdictOption['style']}${'' | '!'}` = 'neutral',
): VerdictOption {
  const style = look.replace('!', '') as VerdictOption['style'];
  return { id, label, style, feedbackRequired: look.endsWith('!') };
}

describe('review contract 6: verdict options', () => {
  const accepted: ReadonlyArray<readonly [string, readonly VerdictOption[]]> = [
    ['approved|needs_review', [row('approved', 'Approved'), row('needs_review', 'Needs Review')]],
    [
      'approved:Approve:positive|declined:Decline:negative!',
      [row('approved', 'Approve', 'positive'), row('declined', 'Decline', 'negative!')],
    ],
    [
      'approved:positive|declined:negative!',
      [row('approved', 'Approved', 'positive'), row('declined', 'Declined', 'negative!')],
    ],
    [
      'a::positive|needs_work::negative!',
      [row('a', 'A', 'positive'), row('needs_work', 'Needs Work', 'negative!')],
    ],
    ['a!|b:Not yet!', [row('a', 'A', 'neutral!'), row('b', 'Not yet', 'neutral!')]],
    ['go:Go!!|stop', [row('go', 'Go!', 'neutral!'), row('stop', 'Stop')]],
    ['a:positive:negative|b', [row('a', 'positive', 'negative'), row('b', 'B')]],
    ['re-do_it|2nd', [row('re-do_it', 'Re Do It'), row('2nd', '2nd')]],
    ['ja:Gefällt mir|nein:🙅 nein', [row('ja', 'Gefällt mir'), row('nein', '🙅 nein')]],
    ['a|b|c|d', [row('a', 'A'), row('b', 'B'), row('c', 'C'), row('d', 'D')]],
  ];

  it.each(accepted)('reads %s', (spec, options) => {
    expect(parseVerdictSpec(spec)).toEqual(options);
  });

  const refused: ReadonlyArray<readonly [string, string, RegExp]> = [
    ['nothing', '', /id ""/],
    ['fewer than two options', 'approved', /at least two options, got one: "approved"/],
    ['a duplicate id', 'approved:Yes|approved:No', /id "approved" twice/],
    ['a duplicate label', 'a:Approve|b:Approve', /label "Approve" twice/],
    ['a duplicate label in another case', 'a:Approve|b:aPPROVE', /label "aPPROVE" twice/],
    ['a duplicate of a default label', 'approve|b:Approve', /label "Approve" twice/],
    ['an unknown style in third place', 'a:Yes:good|b', /style "good" at "a"/],
    ['an empty style in third place', 'a:Yes:|b', /style "" at "a"/],
    ['a blank label', 'a:|b', /blank label at "a"/],
    ['a label of spaces', 'a:  :positive|b', /blank label at "a"/],
    ['an id that has no letters for a label', '__|b', /blank label at "__"/],
    ['an upper-case id', 'Approved|b', /id "Approved"/],
    ['a space in an id', 'a | b', /id "a "/],
    ['an empty option', 'a||b', /id ""/],
    ['a trailing bar', 'a|b|', /id ""/],
    ['a fourth part', 'a:b:positive:x|c', /more than id, label and style/],
  ];

  it.each(refused)('refuses %s', (_, spec, message) => {
    const answer = parseVerdictSpec(spec);
    expect(answer).toMatchObject({ refused: true, code: 'usage' });
    expect(isRefusal(answer) && answer.message).toMatch(message);
  });

  it('reads back whatever is written in its grammar', () => {
    const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,9}$/);
    const label = fc.stringMatching(/^[^|:!\s][^|:]{0,9}$/);
    const option = fc.record({
      id,
      label,
      style: fc.constantFrom('positive' as const, 'neutral' as const, 'negative' as const),
      feedbackRequired: fc.boolean(),
    });
    const options = fc
      .uniqueArray(option, { minLength: 2, maxLength: 6, selector: (one) => one.id })
      .filter(
        (all) => new Set(all.map((one) => one.label.trim().toLowerCase())).size === all.length,
      );
    fc.assert(
      fc.property(options, (all) => {
        const spec = all.map(
          (one) => `${one.id}:${one.label}:${one.style}${one.feedbackRequired ? '!' : ''}`,
        );
        expect(parseVerdictSpec(spec.join('|'))).toEqual(all);
      }),
    );
  });
});
