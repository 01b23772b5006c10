import type { z } from 'zod';
import { toVendorAccount } from './account.js';
import { unify } from './capabilities/unify.js';
import type { ClientSchema, Connector, ContextOf, DeviceProblem, Poll, Room } from './connector.js';
import type { Ability, Device, DeviceEvent, Report } from './device.js';
import { toEntity, type Entity } from './entity.js';
import { asUnsent, ConnectorFailure, DeviceUnavailable, Rejected, Unavailable } from './failure.js';
import type { Hook, HookRequest } from './hook.js';
import type { Offer } from './offer.js';
import { mergeWrites, writesInOrder, type Write } from './writes.js';

/** Any connector. Its remotes and commands are passed back only to itself. */
type Dispatched = Connector<z.ZodObject, ClientSchema, unknown, unknown>;
type Context = ContextOf<z.ZodObject, ClientSchema>;

export interface Discovery {
  entities: Entity[];
  complete: boolean;
  rooms: Room[] | undefined;
  problems: DeviceProblem[];
  adviceIfEmpty?: Poll['adviceIfEmpty'];
  listenCoverage?: Poll['listenCoverage'];
  account?: Poll['account'];
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
    adviceIfEmpty: poll.adviceIfEmpty,
    listenCoverage: poll.listenCoverage,
    account: poll.account && toVendorAccount(poll.account),
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
  if (!listenTo)
    throw new Rejected('The technology can only be polled.', { cause: 'no_such_command' });
  const emitReport = (report: Report) => emit(toEntityReport(report));
  await connected(connector, context, (remote) => listenTo(remote, emitReport, onOffer));
  if (!context.signal.aborted)
    throw new Unavailable('The connection has ended.', { cause: 'connection_lost' });
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
  if (!hook) throw new Rejected('The technology sends no requests.', { cause: 'no_such_command' });
  return hook;
}

export interface DeviceReference {
  device: string;
  handle?: string | undefined;
  /** Whether the last poll or report said that it is unavailable. */
  isUnavailable?: boolean;
  /**
   * The keys of the properties or the action by their names, as far as those of the device are remembered; see
   * `Ability.keys`.
   */
  keys?: Record<string, string[]> | undefined;
}

interface Written extends DeviceReference {
  /** How long the change takes (ms), of properties with `transition`; others change at once. */
  transitionMs?: number | undefined;
}

/** Writes a property; see {@link writeProperties}. */
export const writeProperty = (
  connector: Dispatched,
  context: Context,
  { property, value, ...written }: Written & { property: string; value: unknown },
  offer?: Offer,
): Promise<void> =>
  writeProperties(connector, context, { ...written, values: { [property]: value } }, offer);

/**
 * Writes properties of a device, in one request where the technology can, with an offer if it has the device; resolves
 * when the remote technology has accepted all values. A failure says which were `written` before it.
 */
export async function writeProperties(
  connector: Dispatched,
  context: Context,
  { values, transitionMs, ...reference }: Written & { values: Readonly<Record<string, unknown>> },
  offer?: Offer,
): Promise<void> {
  await sendCommands(connector, context, {
    reference,
    offer,
    commandsOf(abilities) {
      const commands = writesInOrder(abilities, values).map(({ ability, value }) => ({
        names: [ability.name],
        command: ability.write(value, ability.property.transition ? transitionMs : undefined),
      }));
      return mergeWrites(commands, connector.merge);
    },
  });
}

export async function invokeAction(
  connector: Dispatched,
  context: Context,
  { action, input, ...reference }: DeviceReference & { action: string; input: unknown },
  offer?: Offer,
): Promise<unknown> {
  return sendCommands(connector, context, {
    reference,
    offer,
    commandsOf(abilities) {
      const ability = abilities.find((one) => 'action' in one && one.name === action);
      if (!ability || !('action' in ability))
        throw new Rejected('The device has no such action.', { cause: 'no_such_command' });
      return [{ names: [], command: ability.invoke(input) }];
    },
  });
}

/** Gives abilities the names that are remembered, which may differ from their present ones. */
function withRememberedNames(abilities: Ability[], { keys }: DeviceReference): Ability[] {
  if (!keys) return abilities;
  return abilities.flatMap((ability) => {
    const own = ability.keys;
    if (!own) return ability;
    const name = Object.keys(keys).find((one) => own.some((key) => keys[one]!.includes(key)));
    if (name !== undefined) return Object.assign({}, ability, { name });
    return ability.name in keys ? [] : ability;
  });
}

interface Interaction {
  reference: DeviceReference;
  offer: Offer | undefined;
  commandsOf: (abilities: Ability[]) => Write[];
}

/** Sends commands one after the other; resolves with the output of the last. */
async function sendCommands(
  connector: Dispatched,
  context: Context,
  { reference, offer, commandsOf }: Interaction,
): Promise<unknown> {
  const { send } = connector;
  if (!send) throw new Rejected('The technology can only be read.', { cause: 'no_such_command' });
  const known = offer?.find(reference.device);
  const open = known && offer?.remote;
  let isSent = false;
  const written: string[] = [];
  const sendTo = async (remote: unknown) => {
    const device = known ?? (await findDevice(connector, remote, reference));
    const { abilities } = unify(requireAvailable(device, reference));
    const commands = commandsOf(withRememberedNames(abilities, reference));
    isSent = true;
    let output: unknown;
    for (const { names, command } of commands) {
      output = await send(remote, command);
      written.push(...names);
    }
    return output;
  };
  try {
    return await (open === undefined ? connected(connector, context, sendTo) : sendTo(open));
  } catch (error) {
    if (error instanceof ConnectorFailure && written.length > 0) {
      error.written = [...written, ...(error.written ?? [])];
    }
    if (isSent || !(error instanceof Unavailable) || !error.sent) throw error;
    // The failed request looked up the device: nothing was sent to it yet.
    throw asUnsent(error);
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
    const found = findInPoll(await connector.poll(remote), id);
    if (found) return found;
  }
  throw new DeviceUnavailable('The device is not there any more.', { cause: 'device_gone' });
}

/** Finds a device for a command in a poll. Throws the problem that may be why it is missing. */
export function findInPoll<Command>(
  { devices, problems = [] }: Poll<Command>,
  id: string,
): Device<Command> | undefined {
  const found = devices.find((one) => one.id === id);
  if (found) return { ...found, available: found.available ?? true };
  // The device may be on the part that failed.
  const problem = problems.find(({ device }) => device === id) ?? problems[0];
  if (problem) throw problem.failure;
  return undefined;
}

function connected<Result>(
  connector: Dispatched,
  context: Context,
  use: (remote: unknown) => Promise<Result>,
): Promise<Result> {
  return connector.connect ? connector.connect(context, use) : use(context);
}
