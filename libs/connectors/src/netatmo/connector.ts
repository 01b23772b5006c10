import { defineConnector, Rejected } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Context } from './api.js';
import { client, instance } from './configuration.js';
import { inputs, selectSchedule, setMode, setRoom } from './heating.js';
import { poll } from './poll.js';

/** What `interval_ms` cannot make the runtime exceed (dev.netatmo.com, "Rate limits"). */
const limits = {
  // 50 in ten seconds are allowed as well, which no poll needs; whoever exceeds the hour is locked out.
  client: { requests: 500, per: 60 * 60_000 },
  instance: { requests: 200, per: 10_000 },
};

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
  limits,
  interval: ({ interval_ms }) => interval_ms,
  poll,

  async write(context, { entity, property, value }) {
    const { kind, home, room } = partsOf(entity);
    const text = String(value);
    if (kind === 'home' && property === 'mode') {
      return setMode(context, home, checked(inputs.set_mode, { mode: value }));
    }
    if (kind === 'home' && property === 'schedule') return selectSchedule(context, home, text);
    if (kind === 'room' && property === 'target_temperature') {
      const { temperature } = checked(inputs.set_target, { temperature: value });
      return setRoom(context, { home, room }, { mode: 'manual', temperature });
    }
    throw new Rejected('The thing has no such property to write.');
  },

  async invoke(context, { entity, action, input }) {
    const { kind, home, room } = partsOf(entity);
    if (kind === 'home' && action === 'set_mode') {
      return setMode(context, home, checked(inputs.set_mode, input));
    }
    if (kind === 'room') return invokeRoom(context, { home, room }, { action, input });
    throw new Rejected('The thing has no such action.');
  },
});

function invokeRoom(
  context: Context,
  at: { home: string; room: string },
  { action, input }: { action: string; input: unknown },
): Promise<void> {
  if (action === 'set_target') {
    return setRoom(context, at, { mode: 'manual', ...checked(inputs.set_target, input) });
  }
  if (action === 'boost')
    return setRoom(context, at, { mode: 'max', ...checked(inputs.boost, input) });
  if (action === 'follow_schedule') return setRoom(context, at, { mode: 'home' });
  throw new Rejected('The thing has no such action.');
}

/** The parts of `home/<home>` and `room/<home>/<room>`; a device has an id without a slash. */
function partsOf(entity: string): { kind: string; home: string; room: string } {
  const [kind = '', home = '', room = ''] = entity.split('/');
  return { kind, home, room };
}

function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const { success, data } = schema.safeParse(input ?? {});
  if (!success) throw new Rejected('The input is not what the action takes.');
  return data;
}
