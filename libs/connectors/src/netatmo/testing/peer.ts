import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { addLodge } from './lodge.js';
import { startNetatmo } from './server.js';
import { ids } from './state.js';
import { addVilla } from './villa.js';

export const capabilities: KitOptions['capabilities'] = [
  'light',
  'plug',
  'switch',
  'thermostat',
  'cover',
  'fan',
];

/** An end user who authorizes a client again with another account is asked first. */
export const without: KitOptions['without'] = ['identity'];

export async function startPeer(): Promise<TestPeer> {
  const server = await startNetatmo({ redirectUri: 'http://localhost/authorized' });
  const { instance } = server;
  addVilla(server.state);
  addLodge(server.state);
  const token = await server.token();
  const accessToken = async () => token;
  const { modules } = server.state.stations[0]!;
  const index = modules.findIndex(({ _id }) => _id === ids.rain);
  const rainGauge = modules[index]!;
  return {
    reach: { instance, client: { security: true, alarms: true }, accessToken },
    unauthorized: { instance, client: {}, accessToken: async () => 'expired-token' },
    at: ({ host, port }) => ({
      instance: { ...instance, api_url: `http://${host}:${port}/api` },
      client: {},
      accessToken,
    }),
    async vanish() {
      modules.splice(index, 1);
      return ids.rain;
    },
    restore: async () => void modules.splice(index, 0, rainGauge),
    secrets: [instance.client_secret, token, 'expired-token'],
    stop: () => server.stop(),
  };
}
