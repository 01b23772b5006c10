import { defineConnector, ConnectorFailure } from '@trellis/connector-sdk';
import { client, instance, type Context, describeClient } from './configuration.js';
import { devicesOf } from './devices.js';
import { pollExplained } from './explain/poll.js';
import { fetchAll } from './fetch.js';
import { find } from './find.js';
import { oauth2 } from './authorize.js';
import { checkParameters } from './parameters.js';
import { openRemote, type Remote } from './remote.js';
import { isSecretValue } from './secret-values.js';
import { send, type Command } from './send.js';
import type { z } from 'zod';

/** The current weather from the free API of Open-Meteo (open-meteo.com/en/docs). */
export const instanceSample: z.input<typeof instance> = {
  base_url: 'https://api.open-meteo.com',
  parameters: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
    city: { type: 'text', default: 'Weather' },
  },
  requests: {
    current: {
      path:
        '/v1/forecast{?latitude,longitude}' +
        '&current=temperature_2m,relative_humidity_2m,surface_pressure,precipitation,wind_speed_10m,wind_direction_10m',
    },
  },
  devices: [
    {
      request: 'current',
      entities: '$.current',
      id: 'current',
      title: '{city}',
      properties: [
        { capability: 'temperature', value: '$.temperature_2m' },
        { capability: 'humidity', value: '$.relative_humidity_2m' },
        { capability: 'pressure', value: '$.surface_pressure' },
        { capability: 'rain', value: '$.precipitation' },
        { capability: 'wind_speed', value: '$.wind_speed_10m' },
        {
          name: 'wind_direction',
          type: 'number',
          unit: '°',
          title: 'Wind direction',
          value: '$.wind_direction_10m',
          minimum: 0,
          maximum: 360,
        },
      ],
    },
  ],
  min_interval_ms: 60_000,
};

export const clientSample: z.input<typeof client> = {
  parameters: { latitude: 52.52, longitude: 13.41, city: 'Berlin' },
  interval_ms: 900_000,
};

/** Any HTTP API with JSON, described by the configuration of the instance. */
export const httpJson = defineConnector({
  id: 7,
  typeId: 'http-json',
  name: 'HTTP and JSON',
  description: 'Any HTTP API that answers JSON; a description says what its answers mean.',
  logo: 'braces',
  devicesAnswer: true,
  instance: { schema: instance, sample: instanceSample },
  client: { schema: client, sample: clientSample },

  describeClient,

  // If each client has its own host, the API is on a device at home rather than at a vendor.
  isInHomes: ({ base_url }) => /^https?:\/\/\{/.test(base_url),

  secretNames: ({ secrets }) => secrets,

  isSecretValue,

  oauth2,

  checkClient: ({ instance: description, client: { parameters, interval_ms } }) => [
    ...checkParameters(description.parameters, parameters).map(({ name, detail }) => ({
      path: ['parameters', name],
      detail,
    })),
    ...(interval_ms < description.min_interval_ms
      ? [{ path: ['interval_ms'], detail: `Must be at least ${description.min_interval_ms}.` }]
      : []),
  ],

  async connect(context: Context, use) {
    const remote = openRemote(context);
    try {
      return await use(remote);
    } catch (error) {
      throw error instanceof ConnectorFailure ? remote.conceal(error) : error;
    }
  },

  async poll(remote: Remote) {
    if (remote.explain) return pollExplained(remote, remote.explain);
    return devicesOf(remote, await fetchAll(remote));
  },

  find,

  confirmAfterMs: (description) => description.confirm_after_ms,

  send: (remote: Remote, command: Command) => send(remote, command),
});
