import { describe, expect, it } from 'vitest';
import { isComposing } from './composition.ts';

describe('a key while text is composed', () => {
  it('belongs to the input method', () => {
    expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  });

  it('belongs to it as well where the browser ends composition before the key that ends it', () => {
    expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  });

  it('is an ordinary key otherwise', () => {
    expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
  });
});
