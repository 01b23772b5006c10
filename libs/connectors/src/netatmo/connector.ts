import { defineConnector } from '@trellis/connector-sdk';
import { send, read, type Context, isNoDevice, NotGranted } from './api.js';
import { client, instance, readsHomes, scopesOf } from './configuration.js';
import { find, poll } from './poll.js';
import { hook } from './hook.js';
import { z } from 'zod';
import { maybe } from './lenient.js';

/** Devices of Netatmo and its partners (Legrand, BTicino, Bubendorff), over Netatmo's cloud. */
export const netatmo = defineConnector({
  id: 5,
  typeId: 'netatmo',
  name: 'Netatmo',
  description:
    'Weather stations, thermostats, lights, switches, meters, shutters and cameras of Netatmo, ' +
    'Legrand, BTicino and Bubendorff.',
  logo: 'weather',
  category: 'Climate',
  instance: {
    schema: instance,
    sample: {
      client_id: 'your client id',
      client_secret: 'your client secret',
      origin_callback_uri: 'https://app.example/connected',
    },
  },
  client: {
    schema: client,
    sample: {
      weather: true,
      air: true,
      energy: true,
      control: true,
      security: false,
      alarms: false,
      interval_ms: 300_000,
    },
  },
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
    scopes: scopesOf,
    account,
    clientAuthentication: 'client_secret_post',
  },
  // dev.netatmo.com, "Rate limits".
  limits: {
    // A user who exceeds the hourly limit is blocked. Netatmo also allows at most 50 requests in 10 seconds per user,
    // which no poll reaches.
    client: { requests: 500, perMs: 60 * 60_000 },
    instance: { requests: 200, perMs: 10_000 },
  },
  poll,
  hook,
  find,
  send,
});

const email = maybe(z.string().min(1).max(320));

/** The body of each of these operations (dev.netatmo.com); `homesdata` has `email`, the others `mail`. */
const userData = z.looseObject({ user: maybe(z.looseObject({ email, mail: email })) });

/**
 * Returns the e-mail address of the account. Only `homesdata` has an id as well, which a client that reads no homes
 * could not compare. Undefined when the end user has granted nothing, or has nothing, of what the client reads.
 */
export async function account(context: Context): Promise<string | undefined> {
  for (const path of operationsOf(context)) {
    try {
      const { user } = await read(context, { path }, userData);
      const found = user?.email ?? user?.mail;
      if (found !== undefined) return found.toLowerCase();
    } catch (error) {
      if (!isNoDevice(error) && !(error instanceof NotGranted)) throw error;
    }
  }
  return undefined;
}

/** Returns the operations that the client may read; those that work without a device come first. */
function operationsOf({ client }: Context): string[] {
  return [
    ...(readsHomes(client) ? ['homesdata'] : []),
    ...(client.air ? ['gethomecoachsdata'] : []),
    ...(client.weather ? ['getstationsdata'] : []),
  ];
}
