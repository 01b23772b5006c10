import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { startHomeAssistant } from './home-assistant.js';

export const capabilities: KitOptions['capabilities'] = [
  'light',
  'plug',
  'switch',
  'thermostat',
  'cover',
  'fan',
  'lock',
];

/** A Home Assistant for the tests that every connector passes. */
export async function startPeer(): Promise<TestPeer> {
  const { url, token, house, stop } = await startHomeAssistant();
  const { user } = house;
  const weather = house.states.get('weather.home')!;
  return {
    reach: { client: { url, token } },
    unauthorized: { client: { url, token: 'a-wrong-token' } },
    at: ({ host, port }) => ({ client: { url: `http://${host}:${port}`, token } }),
    async vanish() {
      house.states.delete('weather.home');
      return 'weather.home';
    },
    restore: async () => void house.states.set('weather.home', weather),
    identity: {
      replace: async () => void (house.user = 'of-another-home-assistant'),
      restore: async () => void (house.user = user),
    },
    inputs: { lock: { code: '1234' }, unlock: { code: '1234' } },
    secrets: [token, 'a-wrong-token'],
    stop,
  };
}
