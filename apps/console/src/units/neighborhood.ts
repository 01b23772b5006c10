import { idOf } from '../api/references.js';
import type { Unit } from '../api/units.js';

const maxUnits = 60;

const maxLevels = 2;

export interface Neighborhood {
  /** The units with their levels: negative above, positive below. */
  units: Map<string, { unit: Unit; level: number }>;
  links: { parent: string; child: string }[];
  isPartial: boolean;
}

/** Reads the units around a unit, level by level. */
export async function readNeighborhood(
  id: string,
  read: (id: string) => Promise<Unit>,
): Promise<Neighborhood> {
  const units: Neighborhood['units'] = new Map([[id, { unit: await read(id), level: 0 }]]);
  let isPartial = false;
  for (const direction of [-1, 1] as const) {
    let level = [id];
    for (let distance = 1; distance <= maxLevels; distance += 1) {
      const others = level.flatMap((known) => neighborsOf(units.get(known)!.unit, direction));
      const unknown = [...new Set(others)].filter((other) => !units.has(other));
      level = unknown.slice(0, maxUnits - units.size);
      if (level.length < unknown.length) isPartial = true;
      const found = await Promise.all(level.map(read));
      for (const [index, unit] of found.entries()) {
        units.set(level[index]!, { unit, level: direction * distance });
      }
    }
  }
  return { units, links: linksOf(units), isPartial };
}

const neighborsOf = ({ parents, children }: Unit, direction: -1 | 1): string[] =>
  (direction === -1 ? parents : children).map(({ href }) => idOf(href));

function linksOf(units: Neighborhood['units']): Neighborhood['links'] {
  return [...units].flatMap(([parent, { unit }]) =>
    unit.children
      .map(({ href }) => idOf(href))
      .filter((child) => units.has(child))
      .map((child) => ({ parent, child })),
  );
}

/** Size of the space for a unit (px). */
const width = 190;
const height = 100;

/** Returns the position of each unit: one centered row per level. */
export function positionsOf(units: Neighborhood['units']): Map<string, { x: number; y: number }> {
  const rows = new Map<number, string[]>();
  for (const [id, { level }] of units) rows.set(level, [...(rows.get(level) ?? []), id]);
  return new Map(
    [...rows].flatMap(([level, row]) =>
      row.map((id, index) => {
        const x = (index - (row.length - 1) / 2) * width;
        return [id, { x, y: level * height }] as const;
      }),
    ),
  );
}
