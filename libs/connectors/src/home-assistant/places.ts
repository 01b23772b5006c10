import { oneLine, type Place } from '@trellis/connector-sdk';
import type { House } from './house.js';
import type { Model } from './things.js';

/** No house has more rooms. */
const mostPlaces = 2000;

const floorId = (id: string): string => `floor/${id}`;

/** Areas with the things in them, within their floors. */
export function placesOf({ areas, floors }: Pick<House, 'areas' | 'floors'>, models: Model[]) {
  const things = new Map<string, string[]>();
  for (const { area, entity } of models) {
    if (area === undefined) continue;
    const inArea = things.get(area);
    if (inArea) inArea.push(entity.id);
    else things.set(area, [entity.id]);
  }
  const places = new Map<string, Place>();
  const known = new Set(floors.map(({ floor_id }) => floor_id));
  for (const { floor_id, name } of floors.slice(0, mostPlaces)) {
    const id = floorId(floor_id);
    places.set(id, { id, name: oneLine(name) ?? floor_id, type: 'floor', entities: [] });
  }
  for (const { area_id: id, name, floor_id } of areas.slice(0, mostPlaces)) {
    places.set(id, {
      id,
      name: oneLine(name) ?? id,
      type: 'room',
      ...(floor_id && known.has(floor_id) && { parent: floorId(floor_id) }),
      entities: things.get(id) ?? [],
    });
  }
  return [...places.values()];
}
