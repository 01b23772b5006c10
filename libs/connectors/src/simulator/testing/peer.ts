import {
  emptyMemory,
  type KitOptions,
  type PeerFeature,
  type TestPeer,
} from '@trellis/connector-sdk/testing';

export const capabilities: KitOptions['capabilities'] = ['light', 'plug', 'thermostat', 'cover'];

/** The connector itself makes the devices. */
export const without: readonly PeerFeature[] = [
  'credentials',
  'address',
  'vanishing devices',
  'identity',
];

export const startPeer = async (): Promise<TestPeer> => ({
  // Writes are remembered there.
  reach: { client: { devices: 12, change_rate: 0 }, memory: emptyMemory() },
  secrets: [],
  stop: async () => undefined,
});
