import {
  type ConnectorFailure,
  leftOut,
  Misconfigured,
  Unauthorized,
  Unavailable,
  type Device,
  type DeviceProblem,
  type Poll,
} from '@trellis/connector-sdk';
import { read, type Command, type Context, isNoDevice, NotGranted } from './api.js';
import { readsHomes } from './configuration.js';
import { controlDevices, isControlled, leftOutTypes } from './control/control.js';
import { heatingDevices, homeStatus, noStatus, homeDeviceId } from './heating/heating.js';
import { homesData, homesOf, isHeated, type Home } from './homes.js';
import { indexById } from './lenient.js';
import { roomsOf } from './rooms.js';
import { securityKindOf, isWatched, securityDevices } from './security/security.js';
import { stationsData, weatherOf, type StationHome } from './weather.js';

interface Part {
  devices: Device<Command>[];
  homes?: Home[];
  stations?: StationHome[];
  problems?: DeviceProblem[];
  leftOut?: string[];
  isGranted?: boolean;
}

const maxHomes = 20;

/**
 * Reads the parts sequentially: Netatmo refuses concurrent requests of a user. A user with only weather or only
 * heating need not grant both, and a part that fails does not affect the others.
 */
export async function poll(context: Context): Promise<Poll<Command>> {
  const { weather, air } = context.client;
  const parts: Part[] = [];
  const add = async (name: string, readIt: () => Promise<Part>) =>
    void parts.push(await readPart(name, readIt));
  if (weather) await add('The weather', () => readStations(context, 'getstationsdata'));
  if (air) await add('The air quality', () => readStations(context, 'gethomecoachsdata'));
  if (readsHomes(context.client)) await add('The homes', () => readAllHomes(context));
  if (parts.every(({ isGranted }) => isGranted === false)) {
    throw new Unauthorized('The end user has granted none of what the client reads.', {
      cause: 'not_granted',
    });
  }
  const devices = [...indexById(parts.flatMap((part) => part.devices)).values()];
  const problems = parts.flatMap((part) => part.problems ?? []);
  const ignored = parts.flatMap((part) => part.leftOut ?? []);
  return {
    devices,
    rooms: roomsOf(
      parts.flatMap(({ homes = [] }) => homes),
      parts.flatMap(({ stations = [] }) => stations),
      devices,
    ),
    complete: problems.length === 0,
    // Without other devices this is no failure.
    problems: [
      ...problems,
      ...(devices.length > 0 ? leftOut('Modules of types that are not read', ignored) : []),
    ],
  };
}

async function readPart(name: string, readIt: () => Promise<Part>): Promise<Part> {
  try {
    return await readIt();
  } catch (error) {
    if (error instanceof NotGranted) return { devices: [], isGranted: false };
    return { devices: [], problems: [{ failure: partialFailure(name, error) }] };
  }
}

async function readStations(context: Context, path: string): Promise<Part> {
  try {
    const { homes, ...found } = weatherOf(await read(context, { path }, stationsData));
    return { ...found, stations: homes };
  } catch (error) {
    if (isNoDevice(error)) return { devices: [] };
    throw error;
  }
}

async function readAllHomes(context: Context): Promise<Part> {
  const { energy, control } = context.client;
  const homes = await readHomes(context);
  const shown = homes.filter(
    (home) =>
      (energy && isHeated(home)) ||
      (control && isControlled(home)) ||
      isWatched(home, context.client),
  );
  const devices: Device<Command>[] = [];
  const problems: DeviceProblem[] = [];
  for (const home of shown.slice(0, maxHomes)) {
    try {
      devices.push(...(await readHome(context, home)));
    } catch (error) {
      const failure = partialFailure(`The home ${home.name}`, error);
      problems.push({ device: isHeated(home) ? homeDeviceId(home.id) : undefined, failure });
    }
  }
  if (shown.length > maxHomes) {
    problems.push({
      failure: new Unavailable(`Only ${maxHomes} homes are read.`, { cause: 'too_much_to_read' }),
    });
  }
  const leftOut = homes
    .flatMap(leftOutTypes)
    .filter((type) => !securityKindOf(type, context.client));
  return { devices, homes, problems, leftOut };
}

const readHomes = async (context: Context): Promise<Home[]> =>
  homesOf(await read(context, { path: 'homesdata' }, homesData));

/** Reads the current state of one home, as far as the client wants it. */
async function readHome(context: Context, home: Home): Promise<Device<Command>[]> {
  const { energy, control } = context.client;
  const parameters = { home_id: home.id };
  const status = await read(context, { path: 'homestatus', parameters }, homeStatus);
  return [
    ...(energy ? heatingDevices(home, status) : []),
    ...(control ? controlDevices(home, status) : []),
    ...securityDevices(home, status, context.client),
  ];
}

/**
 * Returns the failure of one part. Throws a failure that concerns everything, such as a used-up rate limit or a token
 * that is refused.
 */
function partialFailure(part: string, error: unknown): ConnectorFailure {
  if (error instanceof NotGranted) return about(part, error);
  if (error instanceof Misconfigured && error.facts.cause !== 'app_refused')
    return about(part, error);
  if (error instanceof Unavailable && error.retryAfterMs === undefined) return about(part, error);
  throw error;
}

/** Names the part that a failure is about. */
function about<Failure extends ConnectorFailure>(part: string, failure: Failure): Failure {
  failure.message = `${part} cannot be read: ${failure.message}`;
  return failure;
}

/** Finds one device; `homesdata` is enough for heating, others need the status of the home that is their handle. */
export async function find(
  context: Context,
  { id, handle: homeId }: { id: string; handle?: string | undefined },
): Promise<Device<Command> | undefined> {
  const devices = await candidates(context, id, homeId);
  return devices.find((device) => device.id === id);
}

async function candidates(context: Context, id: string, homeId: string | undefined) {
  if (id.startsWith('home/') || id.startsWith('room/')) {
    const devices = (await readHomes(context)).flatMap((home) => heatingDevices(home, noStatus));
    return devices.map((device) => ({ ...device, available: undefined }));
  }
  if (homeId === undefined) return (await poll(context)).devices;
  const home = (await readHomes(context)).find((one) => one.id === homeId);
  return home ? readHome(context, home) : [];
}
