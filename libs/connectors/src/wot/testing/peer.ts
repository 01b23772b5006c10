import type { TestPeer } from '@trellis/connector-sdk/testing';
import { property, startDevice } from './device.js';
import { startNodeWot } from './node-wot.js';

/** Servients of node-wot: one that is open, and one that needs a password. */
export async function startPeer(): Promise<TestPeer> {
  const peer = await startNodeWot();
  const guarded = await startNodeWot({ scheme: 'basic', username: 'alice', password: 'right' });
  const single = await startSingle();
  return {
    reach: { client: { url: peer.url } },
    unauthorized: {
      client: {
        url: guarded.lamp,
        security: { scheme: 'basic', username: 'alice', password: 'wrong-secret' },
      },
    },
    at: ({ host, port }) => ({
      client: {
        url: `http://${host}:${port}/`,
        security: { scheme: 'bearer', token: 'a-secret-token' },
      },
    }),
    async vanish() {
      await peer.hideSensor();
      return 'urn:peer:sensor';
    },
    restore: () => peer.showSensor(),
    identity: {
      reach: { client: { url: single.origin } },
      replace: async () => single.describe('urn:peer:stranger'),
      restore: async () => single.describe('urn:peer:single'),
    },
    isSelfDescribing: true,
    secrets: ['a-secret-token', 'wrong-secret', btoa('alice:wrong-secret')],
    async stop() {
      await Promise.all([peer.stop(), guarded.stop(), single.stop()]);
    },
  };
}

/** A device that describes itself at its address. */
async function startSingle() {
  const device = await startDevice({ '/level': 40 });
  const describe = (id: string) => {
    device.answers['/'] = { id, title: 'Lamp', properties: { level: property('/level') } };
  };
  describe('urn:peer:single');
  return Object.assign(device, { describe });
}
