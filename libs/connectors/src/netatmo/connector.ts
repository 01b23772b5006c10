import { defineConnector } from '@trellis/connector-sdk';
import { account } from './account.js';
import { send } from './api.js';
import { client, instance, scopesOf } from './configuration.js';
import { find } from './find.js';
import { hook } from './hook.js';
import { poll } from './poll.js';

/** Devices of Netatmo and its partners (Legrand, BTicino, Bubendorff), over Netatmo's cloud. */
export const netatmo = defineConnector({
  id: 5,
  typeId: 'netatmo',
  name: 'Netatmo',
  description:
    'Weather stations, thermostats, lights, switches, meters, shutters and cameras of Netatmo, ' +
    'Legrand, BTicino and Bubendorff.',
  logo: 'weather',
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
    quirks: { scopeIsArray: true },
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
