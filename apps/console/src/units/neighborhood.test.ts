import { describe, expect, test } from '@jest/globals';
import type { Unit } from '../api/units.js';
import { positionsOf, readNeighborhood } from './neighborhood.js';

const reference = (id: string) => ({ href: `http://localhost/api/v1/units/${id}` });

/** Units by id, with the ids of their children. */
function unitsOf(children: Record<string, string[]>) {
  const ids = new Set([...Object.keys(children), ...Object.values(children).flat()]);
  const parentsOf = (id: string) => [...ids].filter((one) => children[one]?.includes(id));
  return async (id: string) =>
    ({
      id,
      children: (children[id] ?? []).map(reference),
      parents: parentsOf(id).map(reference),
    }) as unknown as Unit;
}

describe('the picture of a unit', () => {
  const read = unitsOf({
    city: ['house', 'shop'],
    house: ['floor'],
    floor: ['room'],
    room: ['desk'],
  });

  test('has two levels above and below it', async () => {
    const { units, links } = await readNeighborhood('floor', read);
    expect([...units].map(([id, { level }]) => [id, level])).toEqual([
      ['floor', 0],
      ['house', -1],
      ['city', -2],
      ['room', 1],
      ['desk', 2],
    ]);
    expect(links).toContainEqual({ parent: 'city', child: 'house' });
    expect(links).toHaveLength(4);
  });

  test('has a row for each level', async () => {
    const positions = positionsOf((await readNeighborhood('city', read)).units);
    expect(positions.get('house')!.y).toBe(positions.get('shop')!.y);
    expect(positions.get('house')!.x + positions.get('shop')!.x).toBe(0);
    expect(positions.get('floor')!.y).toBeGreaterThan(positions.get('house')!.y);
  });

  test('is partial if there are too many units', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `room-${index}`);
    const { units, isPartial } = await readNeighborhood('house', unitsOf({ house: many }));
    expect(units.size).toBe(60);
    expect(isPartial).toBe(true);
  });
});
