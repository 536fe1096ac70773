import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseResourceUri, type ResourceName, resourceUri } from './resource-uri.ts';

const project = '0123456789abcdef';

describe('addresses of resources', () => {
  it('name a review, a ledger or a bundle', () => {
    expect(parseResourceUri('discuss://review/a-1')).toEqual({ kind: 'review', id: 'a-1' });
    expect(parseResourceUri(`discuss://ledger/${project}/a%20b`)).toEqual({
      kind: 'ledger',
      project,
      id: 'a b',
    });
    expect(parseResourceUri(`discuss://bundle/${project}/x`)).toEqual({
      kind: 'bundle',
      project,
      id: 'x',
    });
  });

  it('come back from any name', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const name = fc.oneof(
      fc.record({ kind: fc.constant('review' as const), id }),
      fc.record({
        kind: fc.constantFrom('ledger' as const, 'bundle' as const),
        project: fc.constant(project),
        id,
      }),
    );
    fc.assert(
      fc.property(name, (given: ResourceName) => {
        expect(parseResourceUri(resourceUri(given))).toEqual(given);
      }),
    );
  });

  it.each([
    '',
    'discuss://review/',
    'discuss://review/a/b',
    'discuss://review/a?b',
    'discuss://review/a#b',
    'discuss://review/%61',
    'discuss://review/%',
    'DISCUSS://review/a',
    `discuss://ledger/${project}`,
    `discuss://ledger/${project}/`,
    `discuss://ledger/${project.toUpperCase()}/a`,
    'discuss://ledger/short/a',
    `discuss://file/${project}/a`,
    ` discuss://review/a`,
    'discuss://review/a\n',
    `discuss://review/${'a'.repeat(5000)}`,
  ])('is none of ours: %j', (uri) => {
    expect(parseResourceUri(uri)).toBeUndefined();
  });
});
