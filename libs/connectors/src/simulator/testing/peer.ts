import type { TestPeer } from '@trellis/connector-sdk/testing';

/** There is no remote technology: the devices are made by the connector itself. */
export const startPeer = async (): Promise<TestPeer> => ({
  reach: { client: { devices: 12, change_rate: 0 } },
  secrets: [],
  stop: async () => undefined,
});
