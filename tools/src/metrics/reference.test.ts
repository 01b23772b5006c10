import { expect, test } from '@jest/globals';
import { serviceMetrics } from './reference.js';

/** Labels with few values; add a label only if the same is true of it. */
const boundedLabels = [
  'method',
  'route',
  'status',
  'call',
  'outcome',
  'queue',
  'state',
  'pool',
  'type',
  'channel',
];

test.each(Object.entries(serviceMetrics))(
  'the metrics of %s have names with units, and labels with few values',
  (_service, rows) => {
    for (const [name, { type, labels }] of Object.entries(rows)) {
      expect(name).toMatch(/^trellis_[a-z_]+$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(boundedLabels).toEqual(expect.arrayContaining([...labels]));
    }
  },
);
