import type { Unit } from '../api/units.js';
import { idOf } from '../api/references.js';

/** How many units a picture has room for. */
const maxUnits = 60;

/** How many levels above and below the unit are shown. */
const maxLevels = 2;

export interface Neighborhood {
  /** The units with their levels: negative above, positive below. */
  units: Map<string, { unit: Unit; level: number }>;
  links: { parent: string; child: string }[];
  /** Whether there was no room for some. */
  isPartial: boolean;
}

/** The units around a unit, level by level. */
export async function readNeighborhood(
  id: string,
  read: (id: string) => Promise<Unit>,
): Promise<Neighborhood> {
  const units: Neighborhood['units'] = new Map([[id, { unit: await read(id), level: 0 }]]);
  let isPartial = false;
  for (const direction of [-1, 1] as const) {
    let level = [id];
    for (let distance = 1; distance <= maxLevels; distance += 1) {
      const next: string[] = [];
      for (const known of level) {
        const { unit } = units.get(known)!;
        const others = direction === -1 ? unit.parents : unit.children;
        for (const other of others.map(({ href }) => idOf(href))) {
          if (units.has(other)) continue;
          if (units.size >= maxUnits) {
            isPartial = true;
            break;
          }
          units.set(other, { unit: await read(other), level: direction * distance });
          next.push(other);
        }
      }
      level = next;
    }
  }
  return { units, links: linksOf(units), isPartial };
}

/** The links between units that are shown. */
function linksOf(units: Neighborhood['units']): Neighborhood['links'] {
  return [...units].flatMap(([parent, { unit }]) =>
    unit.children
      .map(({ href }) => idOf(href))
      .filter((child) => units.has(child))
      .map((child) => ({ parent, child })),
  );
}

/** Room for a unit in a picture (px). */
const width = 190;
const height = 100;

/** Where each unit is drawn: a row for each level, in its middle. */
export function placesOf(units: Neighborhood['units']): Map<string, { x: number; y: number }> {
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
