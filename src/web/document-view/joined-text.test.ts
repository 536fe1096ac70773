import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinText } from './joined-text.ts';

describe('the text of a drawn document', () => {
  it('leads from a spot in a block to its position and back', () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (all, pick, at) => {
        const joined = joinText(all.map((text, index) => ({ block: index + 1, text })));
        const block = (pick % all.length) + 1;
        const offset = at % (all[block - 1]?.length ?? 1);
        const position = joined.positionOf({ block, offset });
        expect(position === null ? null : joined.spotAt(position)).toEqual({ block, offset });
      }),
    );
  });

  it('keeps empty blocks apart', () => {
    const joined = joinText([
      { block: 1, text: '' },
      { block: 2, text: 'two' },
    ]);
    expect(joined.positionOf({ block: 2, offset: 0 })).toBe(2);
    expect(joined.spotAt(2)).toEqual({ block: 2, offset: 0 });
  });

  it('has no position for a block that is not there', () => {
    expect(joinText([]).positionOf({ block: 3, offset: 0 })).toBeNull();
  });
});
