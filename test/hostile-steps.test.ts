import { expect, it } from 'vitest';
import { documents, patches } from '../bench/hostile/shapes.ts';
import { documentWorks, patchWorks } from '../bench/hostile/works.ts';
import { unevenGrowth } from './support/step-growth.ts';

const { start, update } = documentWorks;

it.each([
  'inline threads',
  'threads under one anchor',
  'CR line ends',
  'unclosed tags',
  'nested quotes',
  'cells of a table',
  'one line',
])('safety 8, the steps of a start with %s grow with the text', (shape) => {
  const shapes = documents.filter(({ name }) => name === shape);
  expect(unevenGrowth(shapes, { start }, 50)).toEqual([]);
});

it('safety 8, the steps of a new version with inline threads grow with the text', () => {
  const shapes = documents.filter(({ name }) => name === 'inline threads');
  expect(unevenGrowth(shapes, { update }, 50)).toEqual([]);
});

it('safety 8, the steps of a patch grow with its files', () => {
  const shapes = patches.filter(({ name }) => name === 'files of a patch');
  expect(unevenGrowth(shapes, patchWorks, 10)).toEqual([]);
});
