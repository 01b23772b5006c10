import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { connectors } from '../index.js';

/** `<type>/testing/peer.ts` of a connector. */
interface PeerModule extends KitOptions {
  startPeer(): Promise<TestPeer>;
  /** False when the peer needs a program that is not installed, such as Mosquitto. */
  isAvailable?: boolean;
}

/** The connectors with their peers. One without a peer fails its tests, so that none is left untested. */
export const peers = await Promise.all(
  connectors.map(async (connector) => {
    const imported = import(`../${connector.typeId}/testing/peer.js`) as Promise<PeerModule>;
    const peer = await imported.catch((error: unknown): PeerModule => {
      return { startPeer: () => Promise.reject(error) };
    });
    return { connector, peer };
  }),
);
