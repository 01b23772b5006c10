import {
  defineConnector,
  Rejected,
  Unauthorized,
  type Entity,
  type Place,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { ask, NotGranted, type Context } from './api.js';
import { client, instance } from './configuration.js';
import {
  energyEntities,
  heatedHomes,
  heatedPlaces,
  homeModes,
  homesData,
  homeStatus,
} from './energy.js';
import { stationsData, weatherEntities } from './weather.js';

const ten = 10_000;

/** Weather stations, thermostats and radiator valves, through Netatmo's cloud. */
export const netatmo = defineConnector({
  id: 5,
  typeId: 'netatmo',
  name: 'Netatmo',
  description: 'Weather stations, thermostats and radiator valves of Netatmo.',
  logo: '',
  instance: {
    schema: instance,
    sample: {
      client_id: 'your client id',
      client_secret: 'your client secret',
      origin_callback_uri: 'https://app.example/connected',
    },
  },
  client: { schema: client, sample: { weather: true, energy: true, interval_ms: 300_000 } },
  oauth2: {
    server: (given) => ({
      issuer: given.issuer ?? 'https://api.netatmo.com',
      authorization_endpoint:
        given.authorization_endpoint ?? 'https://api.netatmo.com/oauth2/authorize',
      token_endpoint: given.token_endpoint ?? 'https://api.netatmo.com/oauth2/token',
      revocation_endpoint: given.revocation_endpoint,
    }),
    application: ({ client_id, client_secret }) => ({ client_id, client_secret }),
    returnTo: ({ origin_callback_uri }) => origin_callback_uri,
    scopes: ({ weather, energy }) => [
      ...(weather ? ['read_station'] : []),
      ...(energy ? ['read_thermostat', 'write_thermostat'] : []),
    ],
    clientAuthentication: 'client_secret_post',
    quirks: { scopeIsArray: true },
  },
  // What Netatmo allows a user, and an app with few users (dev.netatmo.com, "Rate limits").
  limits: { client: { requests: 50, per: ten }, instance: { requests: 200, per: ten } },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    const { weather, energy } = context.client;
    const parts = [
      ...(weather ? [await granted(() => pollWeather(context))] : []),
      ...(energy ? [await granted(() => pollEnergy(context))] : []),
    ];
    const found = parts.filter((part) => part !== undefined);
    if (found.length === 0 && parts.length > 0) {
      throw new Unauthorized('The end user has granted neither weather nor energy.');
    }
    return {
      entities: unique(found.flatMap(({ entities }) => entities)),
      places: found.flatMap(({ places }) => places),
    };
  },

  async write(context, { entity, property, value }) {
    const [kind, home = '', room = ''] = entity.split('/');
    if (kind === 'home' && property === 'mode' && homeModes.includes(String(value))) {
      return command(context, 'setthermmode', { home_id: home, mode: String(value) });
    }
    if (kind === 'room' && property === 'target_temperature') {
      const parameters = { home_id: home, room_id: room, mode: 'manual', temp: String(value) };
      return command(context, 'setroomthermpoint', parameters);
    }
    throw new Rejected('The thing has no such property to write.');
  },

  async invoke(context, { entity, action }) {
    const [kind, home = '', room = ''] = entity.split('/');
    if (kind !== 'room' || action !== 'follow_schedule') {
      throw new Rejected('The thing has no such action.');
    }
    await command(context, 'setroomthermpoint', { home_id: home, room_id: room, mode: 'home' });
  },
});

interface Part {
  entities: Entity[];
  places: Place[];
}

async function pollWeather(context: Context): Promise<Part> {
  const stations = await ask(context, 'GET', 'getstationsdata', {}, stationsData);
  return { entities: weatherEntities(stations), places: [] };
}

async function pollEnergy(context: Context): Promise<Part> {
  const homes = heatedHomes(await ask(context, 'GET', 'homesdata', {}, homesData));
  const entities: Entity[] = [];
  for (const home of homes) {
    const status = await ask(context, 'GET', 'homestatus', { home_id: home.id }, homeStatus);
    entities.push(...energyEntities(home, status));
  }
  return { entities, places: homes.flatMap(heatedPlaces) };
}

/** A user who has only the one or the other need not grant both. */
async function granted(poll: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await poll();
  } catch (error) {
    if (error instanceof NotGranted) return undefined;
    throw error;
  }
}

const command = async (context: Context, path: string, parameters: Record<string, string>) =>
  void (await ask(context, 'POST', path, parameters, z.unknown().optional()));

/** Of entities with one id the first counts. */
function unique(entities: Entity[]): Entity[] {
  const known = new Map<string, Entity>();
  for (const entity of entities) if (!known.has(entity.id)) known.set(entity.id, entity);
  return [...known.values()];
}
