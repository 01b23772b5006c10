import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { startHueBridge } from './bridge.js';

export const capabilities: KitOptions['capabilities'] = ['light'];

export async function startPeer(): Promise<TestPeer> {
  const bridge = await startHueBridge();
  const sensor = bridge.state.find('sensor');
  return {
    reach: { client: { host: bridge.host, application_key: bridge.key } },
    unauthorized: { client: { host: bridge.host, application_key: 'a-wrong-key' } },
    at: ({ host, port }) => ({
      client: { host: `${host}:${port}`, application_key: bridge.key },
    }),
    async vanish() {
      bridge.state.resources.delete(sensor);
      return 'sensor';
    },
    restore: async () => void bridge.state.resources.add(sensor),
    identity: {
      replace: () => bridge.replaceCertificate(),
      restore: async () => bridge.restoreCertificate(),
    },
    secrets: [bridge.key, 'a-wrong-key'],
    stop: () => bridge.stop(),
  };
}
