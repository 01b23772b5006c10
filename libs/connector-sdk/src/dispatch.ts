import type { z } from 'zod';
import type { ClientSchema, Connector, ContextOf, DeviceProblem } from './connector.js';
import { vocabulary } from './capabilities/vocabulary.js';
import type { ActionAffordance, Device, PropertyAffordance } from './device.js';
import { Rejected, Unavailable } from './failure.js';
import type { Room } from './room.js';

/** A device as a thing shows it. */
export interface Entity {
  id: string;
  title: string;
  description?: string;
  /** `@type` of the thing, from the capabilities of the device. */
  types: string[];
  properties: Record<string, PropertyAffordance>;
  actions: Record<string, ActionAffordance>;
  /** Current values by property name; unknown ones are left out. */
  values: Record<string, unknown>;
  available: boolean;
  handle?: string;
}

/** The outcome of a poll. */
export interface Discovery {
  entities: Entity[];
  complete: boolean;
  rooms: Room[] | undefined;
  problems: DeviceProblem[];
}

/** Any connector, whatever it works with. */
type AnyConnector = Connector;
type AnyContext = ContextOf<z.ZodObject, ClientSchema>;

/** Polls a connector. Throws what it throws, or the first problem when nothing was found. */
export async function discover(connector: AnyConnector, context: AnyContext): Promise<Discovery> {
  const {
    devices,
    complete,
    rooms,
    problems = [],
  } = await connected(connector, context, (remote) => connector.poll(remote));
  if (devices.length === 0 && problems[0]) throw problems[0].failure;
  return {
    entities: devices.map(toEntity),
    complete: complete !== false && problems.length === 0,
    rooms,
    problems,
  };
}

/** Which device something is asked of, with the handle that was stored for it. */
export interface DeviceReference {
  device: string;
  handle?: string | undefined;
}

/** Writes a property; resolves when the remote technology has accepted the value. */
export async function writeProperty(
  connector: AnyConnector,
  context: AnyContext,
  { property, value, ...reference }: DeviceReference & { property: string; value: unknown },
): Promise<void> {
  await sendCommand(connector, context, reference, ({ abilities }) => {
    const ability = abilities.find((one) => 'property' in one && one.name === property);
    if (!ability || !('property' in ability) || !ability.write) {
      throw new Rejected('The device has no such property that can be written.');
    }
    return ability.write(value as never);
  });
}

/** Invokes an action; resolves with its output. */
export async function invokeAction(
  connector: AnyConnector,
  context: AnyContext,
  { action, input, ...reference }: DeviceReference & { action: string; input: unknown },
): Promise<unknown> {
  return sendCommand(connector, context, reference, ({ abilities }) => {
    const ability = abilities.find((one) => 'action' in one && one.name === action);
    if (!ability || !('action' in ability)) throw new Rejected('The device has no such action.');
    return ability.invoke(input as never);
  });
}

async function sendCommand(
  connector: AnyConnector,
  context: AnyContext,
  { device: id, handle }: DeviceReference,
  commandOf: (device: Device) => unknown,
): Promise<unknown> {
  const { send } = connector;
  if (!send) throw new Rejected('The technology can only be read.');
  return connected(connector, context, async (remote) => {
    const device = connector.find
      ? await connector.find(remote, { id, handle })
      : (await connector.poll(remote)).devices.find((one) => one.id === id);
    if (!device) throw new Unavailable('The device is not there any more.', { sent: false });
    return send(remote, commandOf(device));
  });
}

function connected<Result>(
  connector: AnyConnector,
  context: AnyContext,
  use: (remote: AnyContext) => Promise<Result>,
): Promise<Result> {
  return connector.connect ? connector.connect(context, use) : use(context);
}

function toEntity({ id, title, description, abilities, available, handle }: Device): Entity {
  const properties = abilities.filter((ability) => 'property' in ability);
  const actions = abilities.filter((ability) => 'action' in ability);
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    types: typesOf(abilities),
    properties: Object.fromEntries(properties.map(({ name, property }) => [name, property])),
    actions: Object.fromEntries(actions.map(({ name, action }) => [name, action])),
    values: Object.fromEntries(
      properties.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    available: available ?? true,
    ...(handle !== undefined && { handle }),
  };
}

function typesOf(abilities: Device['abilities']): string[] {
  const capabilities = new Set(abilities.flatMap(({ capability }) => capability ?? []));
  const types = [...capabilities].flatMap((capability): readonly string[] => {
    return vocabulary[capability].types;
  });
  const isColored = abilities.some(
    ({ name, capability }) => capability === 'light' && name.startsWith('color'),
  );
  return [...new Set([...types, ...(isColored ? ['ColorControl'] : [])])];
}
