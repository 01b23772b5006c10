import { expect, test } from '@jest/globals';
import { renderTree } from './tree.js';

const leaf = (label: string) => ({ label, children: [] });

test('branches are drawn and truncated to the width of the terminal', () => {
  const house = {
    label: 'House',
    children: [{ label: 'Ground floor', children: [leaf('Kitchen'), leaf('Hall')] }, leaf('Roof')],
  };
  expect(renderTree([house], Infinity)).toEqual([
    'House',
    '├── Ground floor',
    '│   ├── Kitchen',
    '│   └── Hall',
    '└── Roof',
  ]);
  expect(renderTree([house], 10)[1]).toBe('├── Groun…');
});
