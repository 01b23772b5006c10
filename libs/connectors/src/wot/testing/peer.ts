import type { TestPeer } from '@trellis/connector-sdk/testing';
import { startNodeWot } from './node-wot.js';

/** Servients of node-wot: one that is open, and one that needs a password. */
export async function startPeer(): Promise<TestPeer> {
  const peer = await startNodeWot();
  const guarded = await startNodeWot({ scheme: 'basic', username: 'alice', password: 'right' });
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
    isSelfDescribing: true,
    secrets: ['a-secret-token', 'wrong-secret', btoa('alice:wrong-secret')],
    async stop() {
      await Promise.all([peer.stop(), guarded.stop()]);
    },
  };
}
