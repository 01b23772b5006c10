import type { PeerFeature, TestPeer } from '@trellis/connector-sdk/testing';

/** The connector itself makes the devices. */
export const without: readonly PeerFeature[] = ['credentials', 'address', 'vanishing devices'];

export const startPeer = async (): Promise<TestPeer> => ({
  reach: { client: { devices: 12, change_rate: 0 } },
  secrets: [],
  stop: async () => undefined,
});
