import { isPlainText, requireSameDevice, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { CommandError } from './command-error.js';
import type { Connection, Context } from './connection.js';
import { state, type State, type Units } from './domains/domain.js';

const text = z.string().nullish().catch(undefined);
/** Some integrations break the rule that these have two members. */
const pair = z.tuple([z.string(), z.coerce.string()]);

const pairs = z
  .array(z.unknown())
  .catch([])
  .default([])
  .transform((items) =>
    items
      .slice(0, 50)
      .map((item) => pair.safeParse(item).data)
      .filter((one) => one !== undefined),
  );
const id = z.string().min(1).max(256).refine(isPlainText);

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
  serial_number: text,
  /** Pairs of an integration and an id, and of a kind of network and an address. */
  identifiers: pairs,
  connections: pairs,
});
const registryEntry = z.looseObject({
  /** Stays the same when the entity is renamed. Older versions do not send it. */
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
const configuration = z.looseObject({
  state: z.string().catch('RUNNING'),
  recovery_mode: z.boolean().catch(false),
  unit_system: z.record(z.string(), z.unknown()).catch({}),
  location_name: text,
});

export type RegistryArea = z.infer<typeof area>;
export type RegistryFloor = z.infer<typeof floor>;
export type RegistryDevice = z.infer<typeof device>;
export type RegistryEntity = z.infer<typeof registryEntry>;

export interface Registry {
  /** False while Home Assistant starts, because integrations that are not loaded yet have no entities. */
  isComplete: boolean;
  units: Units;
  /** The name of the home. */
  name?: string | undefined;
  devices: RegistryDevice[];
  entities: RegistryEntity[];
}

export interface Inventory extends Registry {
  states: State[];
  /** The number of states that do not conform to the documentation. */
  malformed: number;
}

export interface RoomInventory extends Inventory {
  areas: RegistryArea[];
  floors: RegistryFloor[];
}

/** The most entries of each list, against faulty or hostile servers. */
export const maxEntries = 50_000;

const user = z.looseObject({ id });

/**
 * Throws `AnotherDevice` unless it is the Home Assistant that answered at first. Its own id (`core.uuid`) is shown to nobody;
 * that of the user of the token belongs to one Home Assistant alone.
 */
export async function requireSameHome(
  { memory }: Pick<Context, 'memory'>,
  connection: Connection,
): Promise<void> {
  const answer = await connection.command('auth/current_user').catch(ifUnknownCommand(undefined));
  const { data } = user.safeParse(answer);
  if (data) await requireSameDevice(memory, 'Home Assistant', data.id);
}

export async function readRegistry(connection: Connection): Promise<Registry> {
  const [config, entities, devices] = await Promise.all([
    connection.command('get_config').catch(ifUnknownCommand({})),
    list(connection, 'config/entity_registry/list', registryEntry),
    list(connection, 'config/device_registry/list', device),
  ]);
  const known = configuration.safeParse(config).data;
  return {
    // In recovery mode most integrations are not loaded.
    isComplete: known?.state === 'RUNNING' && !known.recovery_mode,
    units: known?.unit_system ?? {},
    name: known?.location_name ?? undefined,
    devices,
    entities,
  };
}

export async function readInventory(connection: Connection): Promise<Inventory> {
  const [registry, states] = await Promise.all([
    readRegistry(connection),
    listAll(connection, 'get_states', state),
  ]);
  return { ...registry, states: states.valid, malformed: states.malformed };
}

export async function readRoomInventory(connection: Connection): Promise<RoomInventory> {
  const [inventory, areas, floors] = await Promise.all([
    readInventory(connection),
    list(connection, 'config/area_registry/list', area),
    // Versions before 2024.4 have no floors.
    list(connection, 'config/floor_registry/list', floor).catch(ifUnknownCommand([])),
  ]);
  return { ...inventory, areas, floors };
}

/** Reads the valid entries of a list; an invalid one does not affect the others. */
const list = async <Entry>(
  connection: Connection,
  type: string,
  entry: z.ZodType<Entry>,
): Promise<Entry[]> => (await listAll(connection, type, entry)).valid;

async function listAll<Entry>(
  connection: Connection,
  type: string,
  entry: z.ZodType<Entry>,
): Promise<{ valid: Entry[]; malformed: number }> {
  const result = await connection.command(type);
  if (!Array.isArray(result))
    throw new Unavailable('Home Assistant sent an unexpected answer.', {
      cause: 'unexpected_form',
    });
  if (result.length > maxEntries)
    throw new Unavailable('Home Assistant has too many entries.', { cause: 'too_much_to_read' });
  const valid = result.flatMap((one) => entry.safeParse(one).data ?? []);
  return { valid, malformed: result.length - valid.length };
}

const ifUnknownCommand =
  <Result>(fallback: Result) =>
  (error: unknown): Result => {
    if (error instanceof CommandError && error.code === 'unknown_command') return fallback;
    throw error;
  };
