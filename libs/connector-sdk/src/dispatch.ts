import type { z } from 'zod';
import { unify } from './capabilities/unify.js';
import type { ClientSchema, Connector, ContextOf, DeviceProblem, Poll, Room } from './connector.js';
import type { Ability, Device, DeviceEvent, Report } from './device.js';
import { toEntity, type Entity } from './entity.js';
import { DeviceUnavailable, Rejected, Unavailable } from './failure.js';
import type { Hook, HookRequest } from './hook.js';
import type { Offer } from './offer.js';

/** Any connector. Its remotes and commands are passed back only to itself. */
type Dispatched = Connector<z.ZodObject, ClientSchema, unknown, unknown>;
type Context = ContextOf<z.ZodObject, ClientSchema>;

export interface Discovery {
  entities: Entity[];
  complete: boolean;
  rooms: Room[] | undefined;
  problems: DeviceProblem[];
  listenCoverage?: Poll['listenCoverage'];
}

/** Polls a connector. Throws what it throws, or the first problem when it found no device. */
export async function discover(connector: Dispatched, context: Context): Promise<Discovery> {
  const poll = await connected(connector, context, (remote) => connector.poll(remote));
  const { devices, rooms, problems = [] } = poll;
  if (devices.length === 0 && problems[0]) throw problems[0].failure;
  return {
    entities: devices.map(toUnifiedEntity),
    complete: poll.complete ?? problems.length === 0,
    rooms,
    problems,
    listenCoverage: poll.listenCoverage,
  };
}

const toUnifiedEntity = (device: Device): Entity => toEntity(unify(device));

/** A `Report` with entities in place of devices. */
export interface EntityReport {
  entities: Entity[];
  gone: string[];
  /** The ids of all devices, if they are known: others are gone. */
  all?: string[] | undefined;
  events?: DeviceEvent[] | undefined;
}

/**
 * Listens until the signal is aborted, and passes on the connection if the connector offers it for commands. Throws what
 * the connector throws, or `Unavailable` when it just ends.
 */
export async function listen(
  connector: Dispatched,
  context: Context,
  emit: (report: EntityReport) => void,
  onOffer: (offer: Offer) => void = () => undefined,
): Promise<void> {
  const { listen: listenTo } = connector;
  if (!listenTo) throw new Rejected('The technology can only be polled.');
  const emitReport = (report: Report) => emit(toEntityReport(report));
  await connected(connector, context, (remote) => listenTo(remote, emitReport, onOffer));
  if (!context.signal.aborted) throw new Unavailable('The connection has ended.');
}

const toEntityReport = ({ devices = [], gone = [], all, events }: Report): EntityReport => ({
  entities: devices.map(toUnifiedEntity),
  gone,
  all,
  events,
});

export function registerHook(
  connector: Dispatched,
  context: Context,
  address: string,
): Promise<void> {
  const hook = requireHook(connector);
  return connected(connector, context, (remote) => hook.register(remote, address));
}

export function unregisterHook(connector: Dispatched, context: Context): Promise<void> {
  const hook = requireHook(connector);
  return connected(connector, context, (remote) => hook.unregister(remote));
}

export interface ReceivedReport {
  report: EntityReport;
  id: string | undefined;
  poll: boolean;
}

/** Reads a request to the webhook address of a client. Throws `Rejected` unless the vendor sent it. */
export async function receiveHook(
  connector: Dispatched,
  context: Context,
  request: HookRequest,
): Promise<ReceivedReport> {
  const hook = requireHook(connector);
  const {
    id,
    poll = false,
    ...report
  } = await connected(connector, context, (remote) => hook.receive(remote, request));
  return { report: toEntityReport(report), id, poll };
}

function requireHook({ hook }: { hook?: Hook<unknown, unknown> }): Hook<unknown, unknown> {
  if (!hook) throw new Rejected('The technology sends no requests.');
  return hook;
}

export interface DeviceReference {
  device: string;
  handle?: string | undefined;
  /** Whether the last poll or report said that it is unavailable. */
  isUnavailable?: boolean;
  /** The keys of the property or action, as far as the names of the device are remembered; see `Ability.keys`. */
  keys?: string[] | undefined;
}

export interface Written {
  isReadable: boolean;
}

/** Writes a property, with an offer if it has the device; resolves when the remote technology has accepted the value. */
export async function writeProperty(
  connector: Dispatched,
  context: Context,
  { property, value, ...reference }: DeviceReference & { property: string; value: unknown },
  offer?: Offer,
): Promise<Written> {
  const isNamed = nameWith(reference);
  let isReadable = true;
  await sendCommand(connector, context, {
    reference,
    offer,
    commandOf({ abilities }) {
      const ability = abilities.find((one) => 'property' in one && isNamed(one, property));
      if (!ability || !('property' in ability) || !ability.write) {
        throw new Rejected('The device has no such property that can be written.');
      }
      isReadable = !ability.property.writeOnly;
      return ability.write(value);
    },
  });
  return { isReadable };
}

export async function invokeAction(
  connector: Dispatched,
  context: Context,
  { action, input, ...reference }: DeviceReference & { action: string; input: unknown },
  offer?: Offer,
): Promise<unknown> {
  const isNamed = nameWith(reference);
  return sendCommand(connector, context, {
    reference,
    offer,
    commandOf({ abilities }) {
      const ability = abilities.find((one) => 'action' in one && isNamed(one, action));
      if (!ability || !('action' in ability)) throw new Rejected('The device has no such action.');
      return ability.invoke(input);
    },
  });
}

/** Returns a function that recognizes an ability by its remembered name, which may differ from its present one. */
function nameWith({ keys }: DeviceReference) {
  return (ability: Ability, name: string): boolean =>
    keys && ability.keys ? ability.keys.some((key) => keys.includes(key)) : ability.name === name;
}

interface Interaction {
  reference: DeviceReference;
  offer: Offer | undefined;
  commandOf: (device: Device) => unknown;
}

async function sendCommand(
  connector: Dispatched,
  context: Context,
  { reference, offer, commandOf }: Interaction,
): Promise<unknown> {
  const { send } = connector;
  if (!send) throw new Rejected('The technology can only be read.');
  const known = offer?.find(reference.device);
  const open = known && offer?.remote;
  let isSent = false;
  const sendTo = async (remote: unknown) => {
    const device = known ?? (await findDevice(connector, remote, reference));
    const command = commandOf(unify(requireAvailable(device, reference)));
    isSent = true;
    return send(remote, command);
  };
  try {
    return await (open === undefined ? connected(connector, context, sendTo) : sendTo(open));
  } catch (error) {
    if (isSent || !(error instanceof Unavailable) || !error.sent) throw error;
    // The failed request looked up the device: nothing was sent to it yet.
    throw new Unavailable(error.message, { retryAfterMs: error.retryAfterMs, sent: false });
  }
}

/** Refuses a device that is unavailable: many technologies accept commands for it. */
function requireAvailable(device: Device, reference: DeviceReference): Device {
  if (device.available ?? !reference.isUnavailable) return device;
  throw new DeviceUnavailable('The device is out of reach; nothing was sent to it.');
}

async function findDevice(
  connector: Dispatched,
  remote: unknown,
  { device: id, handle }: DeviceReference,
): Promise<Device> {
  if (connector.find) {
    const found = await connector.find(remote, { id, handle });
    if (found) return found;
  } else {
    const { devices, problems = [] } = await connector.poll(remote);
    const found = devices.find((one) => one.id === id);
    if (found) return { ...found, available: found.available ?? true };
    // The device may be on the part that failed.
    const problem = problems.find(({ device }) => device === id) ?? problems[0];
    if (problem) throw problem.failure;
  }
  throw new DeviceUnavailable('The device is not there any more.');
}

function connected<Result>(
  connector: Dispatched,
  context: Context,
  use: (remote: unknown) => Promise<Result>,
): Promise<Result> {
  return connector.connect ? connector.connect(context, use) : use(context);
}
