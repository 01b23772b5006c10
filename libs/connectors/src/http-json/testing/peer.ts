import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { greenhouse, startGreenhouse } from './greenhouse.js';

export const capabilities: KitOptions['capabilities'] = ['light'];

/** The API of a greenhouse, and its description. */
export async function startPeer(): Promise<TestPeer> {
  const api = await startGreenhouse();
  const reach = (host: string, key: string) => ({
    instance: greenhouse,
    client: { parameters: { host, key } },
  });
  const sensor = api.equipment.get(1)!;
  return {
    reach: reach(api.host, api.key),
    unauthorized: reach(api.host, 'a-wrong-key'),
    at: ({ host, port }) => reach(`${host}:${port}`, api.key),
    async vanish() {
      api.equipment.delete(sensor.id);
      return String(sensor.id);
    },
    async restore() {
      const others = [...api.equipment];
      api.equipment.clear();
      for (const [id, one] of [[sensor.id, sensor] as const, ...others]) api.equipment.set(id, one);
    },
    identity: {
      replace: async () => void (api.controller.serial = 'G-18'),
      restore: async () => void (api.controller.serial = 'G-17'),
    },
    secrets: [api.key, 'a-wrong-key'],
    stop: () => api.stop(),
  };
}
