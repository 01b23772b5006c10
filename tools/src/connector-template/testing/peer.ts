import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { startHub } from './hub.js';

/** The capabilities of its devices whose writes are tested. */
export const capabilities: KitOptions['capabilities'] = ['light'];

/** The hub says nowhere which one it is. Where it does, pass its id to `requireSameDevice`. */
export const without: KitOptions['without'] = ['identity'];

/** The hub, for the tests of every connector. */
export async function startPeer(): Promise<TestPeer> {
  const hub = await startHub();
  const instance = { application_key: hub.key };
  const [lamp] = hub.lamps;
  return {
    reach: { instance, client: { url: hub.url } },
    unauthorized: { instance: { application_key: 'a-wrong-key' }, client: { url: hub.url } },
    at: ({ host, port }) => ({ instance, client: { url: `http://${host}:${port}` } }),
    async vanish() {
      hub.lamps.shift();
      return lamp!.id;
    },
    restore: async () => void hub.lamps.unshift(lamp!),
    secrets: [hub.key, 'a-wrong-key'],
    stop: () => hub.stop(),
  };
}
