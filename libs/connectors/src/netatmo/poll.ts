import {
  Unauthorized,
  Unavailable,
  type Device,
  type DeviceProblem,
  type Poll,
} from '@trellis/connector-sdk';
import { read, type Command, type Context } from './api.js';
import { heatingDevices, homeStatus } from './heating/heating.js';
import { homeDeviceId } from './heating/home.js';
import { homesData, homesOf, isHeated, type Home } from './homes.js';
import { indexById } from './lenient.js';
import { isNoDevice, NotGranted } from './refusals.js';
import { roomsOf } from './rooms.js';
import { stationsData, weatherOf, type StationHome } from './weather.js';

/** What one half of the API shows. */
interface Part {
  devices: Device<Command>[];
  homes?: Home[];
  stations?: StationHome[];
  problems?: DeviceProblem[];
  isGranted?: boolean;
}

/** The most homes whose heating is read: each is a request, and a user has few. */
const maxHomes = 20;

/**
 * Reads one thing after the other: Netatmo refuses concurrent requests of a user. A user who has only
 * weather or only heating need not grant both, and one half that fails leaves the other.
 */
export async function poll(context: Context): Promise<Poll<Command>> {
  const { weather, energy } = context.client;
  const parts: Part[] = [];
  if (weather) parts.push(await readPart('The weather', () => readWeather(context)));
  if (energy) parts.push(await readPart('The heating', () => readHeating(context)));
  if (parts.every(({ isGranted }) => isGranted === false)) {
    throw new Unauthorized('The end user has granted neither weather nor energy.');
  }
  const devices = [...indexById(parts.flatMap((part) => part.devices)).values()];
  return {
    devices,
    rooms: roomsOf(
      parts.flatMap(({ homes = [] }) => homes),
      parts.flatMap(({ stations = [] }) => stations),
      devices,
    ),
    problems: parts.flatMap(({ problems = [] }) => problems),
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

async function readWeather(context: Context): Promise<Part> {
  try {
    const { devices, homes } = weatherOf(
      await read(context, { path: 'getstationsdata' }, stationsData),
    );
    return { devices, stations: homes };
  } catch (error) {
    if (isNoDevice(error)) return { devices: [] };
    throw error;
  }
}

async function readHeating(context: Context): Promise<Part> {
  const homes = await readHomes(context);
  const heated = homes.filter(isHeated);
  const devices: Device<Command>[] = [];
  const problems: DeviceProblem[] = [];
  for (const home of heated.slice(0, maxHomes)) {
    try {
      devices.push(...(await readHome(context, home)));
    } catch (error) {
      const failure = partialFailure(`The heating of ${home.name}`, error);
      problems.push({ device: homeDeviceId(home.id), failure });
    }
  }
  if (heated.length > maxHomes) {
    problems.push({ failure: new Unavailable(`Only ${maxHomes} homes are read.`) });
  }
  return { devices, homes, problems };
}

/** The homes of the user, with what they contain. */
export const readHomes = async (context: Context): Promise<Home[]> =>
  homesOf(await read(context, { path: 'homesdata' }, homesData));

async function readHome(context: Context, home: Home): Promise<Device<Command>[]> {
  const parameters = { home_id: home.id };
  return heatingDevices(home, await read(context, { path: 'homestatus', parameters }, homeStatus));
}

/** The failure of one part. A failure that concerns everything, such as used up requests, is thrown. */
function partialFailure(part: string, error: unknown): Unavailable | NotGranted {
  if (error instanceof NotGranted) return new NotGranted(`${part}: ${error.message}`);
  if (error instanceof Unavailable && error.retryAfterMs === undefined) {
    return new Unavailable(`${part} cannot be read: ${error.message}`);
  }
  throw error;
}
