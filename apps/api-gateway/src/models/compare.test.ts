import { expect, test } from '@jest/globals';
import { readUnits } from './compare.js';
import type { Services } from '../operation.js';

type Call = { ids: string[] };

/** Returns a service whose answers cover a few of the ids that they are asked for. */
function serviceCovering(count: number) {
  const requests: string[][] = [];
  const units = async (_name: string, { ids }: Call) => {
    requests.push(ids);
    if (requests.length > 10) throw new Error('It asks again and again.');
    const covered = Math.min(count, ids.length);
    return { units: ids.slice(0, covered).map(() => null), covered, links: [], things: [] };
  };
  return { units: units as unknown as Services['units'], requests };
}

test('units are looked for until all are covered, each once', async () => {
  const { units, requests } = serviceCovering(2);
  const found = await readUnits(units, { developer: 'a' }, ['x', 'y', 'x', 'z']);
  expect([...found.keys()]).toEqual(['x', 'y', 'z']);
  expect(requests).toEqual([['x', 'y', 'z'], ['z']]);
});

test('an answer that covers nothing is an error', async () => {
  const { units } = serviceCovering(0);
  await expect(readUnits(units, { developer: 'a' }, ['x'])).rejects.toThrow('covers no unit');
});
