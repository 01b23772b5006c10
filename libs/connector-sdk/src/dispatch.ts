import type { z } from 'zod';
import type { ClientSchema, Connector, ContextOf, DeviceProblem } from './connector.js';
import type { Device } from './device.js';
import { toEntity, type Entity } from './entity.js';
import { Rejected, Unavailable } from './failure.js';
import type { Room } from './room.js';

/** The outcome of a poll. */
export interface Discovery {
  entities: Entity[];
  complete: boolean;
  rooms: Room[] | undefined;
  problems: DeviceProblem[];
}

type AnyContext = ContextOf<z.ZodObject, ClientSchema>;

/** Polls a connector. Throws what it throws, or the first problem when it found no device. */
export async function discover(connector: Connector, context: AnyContext): Promise<Discovery> {
  const poll = await connected(connector, context, (remote) => connector.poll(remote));
  const { devices, complete = true, rooms, problems = [] } = poll;
  if (devices.length === 0 && problems[0]) throw problems[0].failure;
  return {
    entities: devices.map(toEntity),
    complete: complete && problems.length === 0,
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
  connector: Connector,
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
  connector: Connector,
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
  connector: Connector,
  context: AnyContext,
  reference: DeviceReference,
  commandOf: (device: Device) => unknown,
): Promise<unknown> {
  const { send } = connector;
  if (!send) throw new Rejected('The technology can only be read.');
  let isSent = false;
  try {
    return await connected(connector, context, async (remote) => {
      const command = commandOf(await requireDevice(connector, remote, reference));
      isSent = true;
      return send(remote, command);
    });
  } catch (error) {
    if (isSent || !(error instanceof Unavailable) || !error.sent) throw error;
    // The request that failed was to find the device: nothing has been asked of it yet.
    throw new Unavailable(error.message, { retryAfterMs: error.retryAfterMs, sent: false });
  }
}

async function requireDevice(
  connector: Connector,
  remote: AnyContext,
  { device: id, handle }: DeviceReference,
): Promise<Device> {
  if (connector.find) {
    const found = await connector.find(remote, { id, handle });
    if (found) return found;
  } else {
    const { devices, problems = [] } = await connector.poll(remote);
    const found = devices.find((one) => one.id === id);
    if (found) return found;
    // The device may be on the part that failed.
    const problem = problems.find(({ device }) => device === id) ?? problems[0];
    if (problem) throw problem.failure;
  }
  throw new Unavailable('The device is not there any more.', { sent: false });
}

function connected<Result>(
  connector: Connector,
  context: AnyContext,
  use: (remote: AnyContext) => Promise<Result>,
): Promise<Result> {
  return connector.connect ? connector.connect(context, use) : use(context);
}
