import { Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Connection } from './connection.js';
import { Refused } from './refusal.js';

const text = z.string().nullish().catch(undefined);
const id = z.string().min(1).max(256).refine(isIdentifier);

const area = z.looseObject({ area_id: id, name: z.string(), floor_id: text });
const floor = z.looseObject({ floor_id: id, name: z.string() });
const device = z.looseObject({
  id,
  name: text,
  name_by_user: text,
  manufacturer: text,
  model: text,
  area_id: text,
  disabled_by: text,
});
const registered = z.looseObject({
  /** The same however the entity is renamed; older versions do not tell it. */
  id: id.optional().catch(undefined),
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
  entity_id: z.string().regex(/^[a-z0-9_]{1,64}\.[a-z0-9_]{1,170}$/),
  state: z.string().max(255),
  attributes: z.record(z.string(), z.unknown()).catch({}),
});
const configuration = z.looseObject({
  state: z.string().catch('RUNNING'),
  recovery_mode: z.boolean().catch(false),
  unit_system: z.record(z.string(), z.unknown()).catch({}),
});

export type Area = z.infer<typeof area>;
export type Floor = z.infer<typeof floor>;
export type Device = z.infer<typeof device>;
export type Registered = z.infer<typeof registered>;
export type State = z.infer<typeof state>;

/** The units in which Home Assistant shows what has none of its own, such as `temperature`: `°C`. */
export type Units = Record<string, unknown>;

/** What Home Assistant knows of the devices in a house. */
export interface Household {
  /** Whether all of it is there: while Home Assistant starts, it is not. */
  isComplete: boolean;
  units: Units;
  devices: Device[];
  entities: Registered[];
  states: State[];
}

/** And where they are. */
export interface House extends Household {
  areas: Area[];
  floors: Floor[];
}

/** No list is longer in a real house, by far. */
const mostEntries = 50_000;

export async function readHousehold(connection: Connection): Promise<Household> {
  const [given, states, entities, devices] = await Promise.all([
    connection.command('get_config').catch(unknownCommand({})),
    list(connection, 'get_states', state),
    list(connection, 'config/entity_registry/list', registered),
    list(connection, 'config/device_registry/list', device),
  ]);
  const known = configuration.safeParse(given).data;
  return {
    // With safe and recovery mode most integrations are not loaded.
    isComplete: known?.state === 'RUNNING' && !known.recovery_mode,
    units: known?.unit_system ?? {},
    devices,
    entities,
    states,
  };
}

/** Reads the registries and the states. */
export async function readHouse(connection: Connection): Promise<House> {
  const [household, areas, floors] = await Promise.all([
    readHousehold(connection),
    list(connection, 'config/area_registry/list', area),
    // Versions before 2024.4 know no floors.
    list(connection, 'config/floor_registry/list', floor).catch(unknownCommand([])),
  ]);
  return { ...household, areas, floors };
}

async function list<Item>(
  connection: Connection,
  type: string,
  item: z.ZodType<Item>,
): Promise<Item[]> {
  const given = await connection.command(type);
  if (!Array.isArray(given)) throw new Unavailable('Home Assistant answers unexpectedly.');
  if (given.length > mostEntries) throw new Unavailable('Home Assistant has too many entries.');
  // One odd entry must not spoil the others.
  return given.flatMap((one) => item.safeParse(one).data ?? []);
}

const unknownCommand =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Refused && error.code === 'unknown_command') return instead;
    throw error;
  };

/** Whether a text can stand for something: well-formed, without control characters. */
function isIdentifier(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}
