import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { connectorTemplate } from './connector.js';
import { startHub, type Hub } from './testing.js';

testConnector(connectorTemplate, async () => {
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
});

describe('the hub', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await startHub();
  });
  afterAll(() => hub.stop());

  const context = () =>
    contextFor(connectorTemplate, {
      instance: { application_key: hub.key },
      client: { url: hub.url },
    });

  test('gives its lamps', async () => {
    const { entities } = await connectorTemplate.poll(context());
    expect(entities.map(({ title, values }) => ({ title, values }))).toEqual([
      { title: 'Desk lamp', values: { on: true, brightness: 40 } },
      { title: 'Hall lamp', values: { on: false, brightness: 100 } },
    ]);
  });

  test('switches a lamp', async () => {
    const write = (entity: string) =>
      connectorTemplate.write!(context(), { entity, property: 'on', value: true });
    await write('two');
    expect(hub.lamps[1]!.on).toBe(true);
    await expect(write('three')).rejects.toBeInstanceOf(Rejected);
  });
});
