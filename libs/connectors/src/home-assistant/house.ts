import { Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Connection } from './connection.js';

const text = z.string().nullish();

const area = z.looseObject({ area_id: z.string(), name: z.string(), floor_id: text });
const floor = z.looseObject({ floor_id: z.string(), name: z.string() });
const device = z.looseObject({
  id: z.string().min(1).max(256),
  name: text,
  name_by_user: text,
  manufacturer: text,
  model: text,
  area_id: text,
  disabled_by: text,
});
const registered = z.looseObject({
  entity_id: z.string(),
  device_id: text,
  area_id: text,
  disabled_by: text,
  hidden_by: text,
  entity_category: text,
  name: text,
  original_name: text,
});
const state = z.looseObject({
  entity_id: z.string().regex(/^[a-z0-9_]{1,100}\.[a-z0-9_]{1,150}$/),
  state: z.string().max(10_000),
  attributes: z.record(z.string(), z.unknown()).catch({}),
});

export type Area = z.infer<typeof area>;
export type Floor = z.infer<typeof floor>;
export type Device = z.infer<typeof device>;
export type Registered = z.infer<typeof registered>;
export type State = z.infer<typeof state>;

/** What Home Assistant knows of a house. */
export interface House {
  areas: Area[];
  floors: Floor[];
  devices: Device[];
  entities: Registered[];
  states: State[];
}

/** Reads the registries and the states. */
export async function readHouse({ command }: Connection): Promise<House> {
  const list = async <Item>(type: string, item: z.ZodType<Item>): Promise<Item[]> => {
    const given = await command(type);
    if (!Array.isArray(given)) throw new Unavailable('Home Assistant answers unexpectedly.');
    // One odd entry must not spoil the others.
    return given.flatMap((one) => item.safeParse(one).data ?? []);
  };
  const [states, entities, devices, areas, floors] = await Promise.all([
    list('get_states', state),
    list('config/entity_registry/list', registered),
    list('config/device_registry/list', device),
    list('config/area_registry/list', area),
    // Older versions know no floors.
    list('config/floor_registry/list', floor).catch(() => []),
  ]);
  return { areas, floors, devices, entities, states };
}
