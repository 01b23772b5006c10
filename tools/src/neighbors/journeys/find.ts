import assert from 'node:assert/strict';
import type { Caller, Journey } from './caller.js';

/** Units that others have created are found by their names, by expressions, and in their order. */
export function find({ list, createUnit }: Caller): Journey {
  /** Ids of the attics, in the order of creation. */
  const attics: string[] = [];
  return async () => {
    const area = attics.length + 1;
    // Sorted by name, the newest one is the first.
    const name = `Attic ${String(100 - area)}`;
    attics.push(
      await createUnit(name, { type: 'attic', properties: [{ name: 'area', value: area }] }),
    );
    const found = async (query: string) => {
      const addresses = await list(`/units?${new URLSearchParams(query)}`);
      return addresses.map((address) => address.split('/').at(-1)!);
    };
    assert.deepEqual((await found('search=atic')).toSorted(), attics.toSorted());
    assert.deepEqual(await found('type=attic&sort=name'), attics.toReversed());
    assert.deepEqual(await found('type=attic&sort=-created'), attics.toReversed());
    assert.deepEqual(await found('q=type==attic;properties.area>=1'), attics);
    assert.deepEqual(await found(`q=type==attic;properties.area>=${area}`), attics.slice(-1));
  };
}
