import { Misconfigured, type DeviceProblem } from '@trellis/connector-sdk';
import type { Mapping } from './description/devices.js';
import type { Part } from './part.js';

/** Finds properties that no entity has at their paths, not even as null: the path is wrong, or they are optional. */
export function findMisplaced(mappings: readonly Mapping[]) {
  /** For each property, whether an entity had its value; undefined before the first entity. */
  const found: (boolean[] | undefined)[] = mappings.map(() => undefined);
  return {
    /** Records an entity of the mapping at this index. */
    saw(index: number, { isThere }: Pick<Part, 'isThere'>): void {
      const before = found[index];
      found[index] = isThere.map((is, at) => is || before?.[at] === true);
    },
    all: (): DeviceProblem[] =>
      mappings.flatMap(({ properties }, index) =>
        properties.flatMap(({ value, optional }, at) =>
          value !== undefined && !optional && found[index]?.[at] === false
            ? [{ failure: misplaced(index, at) }]
            : [],
        ),
      ),
  };
}

const misplaced = (mapping: number, property: number) =>
  new Misconfigured(
    `devices[${mapping}].properties[${property}]: No entity has anything there. Correct the path, or mark it as optional.`,
  );
