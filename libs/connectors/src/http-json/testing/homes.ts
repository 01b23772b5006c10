import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer, type Reply, type SeenRequest } from './server.js';

/** The heating of homes as data, in the form of Tado: homes, their zones, and the state of each zone. */
export const homes: z.input<typeof instance> = {
  base_url: 'http://{host}/api/v2',
  parameters: { host: { type: 'host' }, token: { secret: true } },
  authentication: { scheme: 'bearer', token: '{token}' },
  requests: {
    me: { path: '/me' },
    zones: {
      path: '/homes/{home}/zones',
      each: {
        request: 'me',
        items: '$.homes[*]',
        variables: { home: '$.id', home_name: '$.name' },
      },
    },
    state: {
      path: '/homes/{home}/zones/{zone}/state',
      each: { request: 'zones', items: '$[*]', variables: { zone: '$.id', type: '$.type' } },
    },
  },
  devices: [
    {
      request: 'zones',
      entities: '$[*]',
      id: '{home}-{zone}',
      title: '{home_name}: {name}',
      variables: { zone: '$.id', name: '$.name' },
    },
    {
      request: 'state',
      id: '{home}-{zone}',
      adds_only: true,
      available: { value: '$.link.state', map: [{ from: 'ONLINE', to: true }], otherwise: false },
      properties: [
        { capability: 'temperature', value: '$.sensorDataPoints.insideTemperature.celsius' },
        { capability: 'humidity', value: '$.sensorDataPoints.humidity.percentage' },
        {
          name: 'setpoint',
          type: 'number',
          unit: '°C',
          title: 'Set temperature',
          value: '$.setting.temperature.celsius',
          minimum: 5,
          maximum: 25,
          write: {
            path: '/homes/{home}/zones/{zone}/overlay',
            body: {
              setting: { type: '{type}', power: 'ON', temperature: { celsius: '{value}' } },
              termination: { type: 'MANUAL' },
            },
          },
        },
      ],
    },
  ],
};

/** The zones of each home by id, with their set temperatures. */
const zones: Record<string, { id: number; name: string; celsius: number }[]> = {
  '1': [
    { id: 1, name: 'Bath', celsius: 22 },
    { id: 2, name: 'Hall', celsius: 18 },
  ],
  '2': [{ id: 1, name: 'Loft', celsius: 16 }],
};

export const token = 'a-token-of-homes';

/** Starts a server that answers as Tado does, for two homes with three zones. */
export const startHomes = (): Promise<ApiServer> => startApi(answer);

function answer({ method, url, headers, body }: SeenRequest): Reply {
  if (headers.authorization !== `Bearer ${token}`) return { status: 401, json: {} };
  if (url.pathname === '/api/v2/me') {
    return {
      json: {
        homes: [
          { id: 1, name: 'Town' },
          { id: 2, name: 'Lake' },
        ],
      },
    };
  }
  const [, home, zone, rest] =
    /^\/api\/v2\/homes\/(\d+)\/zones(?:\/(\d+)\/(state|overlay))?$/.exec(url.pathname) ?? [];
  const known = zones[home ?? ''];
  if (!known) return { status: 404, json: {} };
  if (zone === undefined) {
    return { json: known.map(({ id, name }) => ({ id, name, type: 'HEATING' })) };
  }
  const found = known.find(({ id }) => String(id) === zone);
  if (!found) return { status: 404, json: {} };
  if (method === 'PUT' && rest === 'overlay') {
    const { setting } = body as { setting: { temperature: { celsius: number } } };
    found.celsius = setting.temperature.celsius;
    return { json: body };
  }
  return { json: stateOf(found) };
}

const stateOf = ({ id, celsius }: { id: number; celsius: number }) => ({
  tadoMode: 'HOME',
  setting: { type: 'HEATING', power: 'ON', temperature: { celsius } },
  link: { state: 'ONLINE' },
  sensorDataPoints: {
    insideTemperature: { celsius: 19 + id, type: 'TEMPERATURE' },
    humidity: { type: 'PERCENTAGE', percentage: 40 + id },
  },
});
