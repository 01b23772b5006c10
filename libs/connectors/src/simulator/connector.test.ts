import { describe, expect, test } from '@jest/globals';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { simulator } from './connector.js';

const { schema } = simulator.client;
const poll = (client: { devices: number; interval_ms: number; change_rate?: number }) =>
  simulator.poll(contextFor(simulator, { client }));

testConnector(simulator, async () => ({
  reach: { client: { devices: 3, interval_ms: 1000 } },
  secrets: [],
  stop: async () => undefined,
}));

describe('the simulator', () => {
  test.each([1, 1000])('has as many devices as it is asked for: %i', async (devices) => {
    const { entities } = await poll({ devices, interval_ms: 1000 });
    expect(new Set(entities.map(({ id }) => id)).size).toBe(devices);
  });

  test.each([
    { devices: 0, interval_ms: 1000 },
    { devices: 1001, interval_ms: 1000 },
    { devices: 1.5, interval_ms: 1000 },
    { devices: 1, interval_ms: 999 },
    { devices: 1, interval_ms: 1000, change_rate: 1.1 },
  ])('does not take %j', (configuration) => {
    expect(schema.safeParse(configuration).success).toBe(false);
  });

  test('has a value of its type for every property', async () => {
    const [station] = (await poll({ devices: 1, interval_ms: 1000 })).entities;
    for (const [name, { type }] of Object.entries(station!.properties)) {
      expect(typeof station!.values[name]).toBe(type);
    }
  });

  test('whose devices never change says the same each time', async () => {
    const still = { devices: 5, interval_ms: 1000, change_rate: 0 };
    expect(await poll(still)).toEqual(await poll(still));
  });

  test('does what it is asked to', async () => {
    const context = {} as never;
    const request = { entity: 'station-1', action: 'identify', input: { seconds: 1 } };
    await expect(simulator.invoke!(context, request)).resolves.toEqual({
      blinking_until: expect.stringMatching(/Z$/),
    });
  });
});
