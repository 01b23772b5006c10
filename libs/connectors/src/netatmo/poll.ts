import { Unauthorized, Unavailable, type Entity, type Poll } from '@trellis/connector-sdk';
import { errors, NotGranted, read, Refused, type Context } from './api.js';
import { energyEntities, homeStatus } from './energy.js';
import { homesData, homesOf, type Home } from './homes.js';
import { placesOf } from './places.js';
import { byId } from './tolerant.js';
import { stationsData, weatherOf, type StationHome } from './weather.js';

/** What one half of the API says. */
interface Part {
  entities: Entity[];
  homes?: Home[];
  stations?: StationHome[];
  complete: boolean;
}

/** The most homes whose heating is asked for: each is a request, and a user has few. */
const mostHomes = 20;

/**
 * Asks one thing after the other: Netatmo refuses a user's requests that come at once. A user who has
 * only weather or only heating need not grant both, and one half that fails does not take the other.
 */
export async function poll(context: Context): Promise<Poll> {
  const { weather, energy } = context.client;
  const outcomes = [
    ...(weather ? [await outcomeOf(() => pollWeather(context))] : []),
    ...(energy ? [await outcomeOf(() => pollEnergy(context))] : []),
  ];
  const parts = outcomes.filter((outcome): outcome is Part => !(outcome instanceof Error));
  const failures = outcomes.filter((outcome) => outcome instanceof Unavailable);
  if (parts.length === 0) {
    throw failures[0] ?? new Unauthorized('The end user has granted neither weather nor energy.');
  }
  const entities = [...byId(parts.flatMap((part) => part.entities)).values()];
  return {
    entities,
    places: placesOf(
      parts.flatMap(({ homes = [] }) => homes),
      parts.flatMap(({ stations = [] }) => stations),
      entities,
    ),
    complete: failures.length === 0 && parts.every(({ complete }) => complete),
  };
}

async function pollWeather(context: Context): Promise<Part> {
  try {
    const answer = await read(context, { path: 'getstationsdata' }, stationsData);
    const { entities, homes } = weatherOf(answer);
    return { entities, stations: homes, complete: true };
  } catch (error) {
    // No device was named, so there is none at all.
    const hasNone = error instanceof Refused && error.code === errors.noDevice;
    if (!hasNone) throw error;
    return { entities: [], complete: true };
  }
}

async function pollEnergy(context: Context): Promise<Part> {
  const homes = homesOf(await read(context, { path: 'homesdata' }, homesData));
  const heated = homes.filter(({ heaters }) => heaters.length > 0);
  const asked = heated.slice(0, mostHomes);
  const entities: Entity[] = [];
  const failures: Error[] = [];
  for (const home of asked) {
    const outcome = await outcomeOf(() => pollHome(context, home));
    if (outcome instanceof Error) failures.push(outcome);
    else entities.push(...outcome);
  }
  if (failures.length > 0 && failures.length === asked.length) throw failures[0]!;
  return { entities, homes, complete: failures.length === 0 && asked.length === heated.length };
}

async function pollHome(context: Context, home: Home): Promise<Entity[]> {
  const parameters = { home_id: home.id };
  const status = await read(context, { path: 'homestatus', parameters }, homeStatus);
  return energyEntities(home, status);
}

/** Passes a failure on that concerns everything; one of the part alone is its outcome. */
async function outcomeOf<T>(ask: () => Promise<T>): Promise<T | Unavailable | NotGranted> {
  try {
    return await ask();
  } catch (error) {
    const isOfPart = error instanceof Unavailable && error.retryAfterMs === undefined;
    if (isOfPart || error instanceof NotGranted) return error;
    throw error;
  }
}
