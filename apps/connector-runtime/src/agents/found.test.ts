import { expect, test } from '@jest/globals';
import type { Agent } from '@trellis/contracts';
import { connectors } from '@trellis/connectors';
import { findTechnologies } from './found.js';

const agent = (state: Agent['state'], address: string): Agent => ({
  id: '01a1fb49-0d50-7523-8e7b-c9657c118513',
  subject: 'alice',
  name: 'Home',
  state,
  since: '2026-11-30T12:00:00.000Z',
  created: '2026-11-30T12:00:00.000Z',
  report: {
    version: '1.0.0',
    platform: 'linux arm64',
    addresses: [],
    started: '2026-11-30T12:00:00.000Z',
    found: [
      { type: '_hue._tcp', name: 'Hue Bridge', address, port: 443 },
      { type: '_mqtt._tcp', name: 'Mosquitto', address, port: 1883 },
      { type: '_printer._tcp', name: 'Printer', address, port: 9100 },
    ],
  },
});

test('what a connected agent has found is offered with its address', () => {
  const { id } = agent('online', '');
  expect(findTechnologies([agent('online', '192.168.1.20')], connectors)).toEqual([
    {
      agent: id,
      connector_type_id: 'philips-hue',
      name: 'Hue Bridge',
      configuration: { host: '192.168.1.20' },
    },
    {
      agent: id,
      connector_type_id: 'mqtt-discovery',
      name: 'Mosquitto',
      configuration: { broker_url: 'mqtt://192.168.1.20:1883' },
    },
  ]);
  expect(findTechnologies([agent('offline', '192.168.1.20')], connectors)).toEqual([]);
});

test('each announced service makes a configuration that its connector accepts, also with IPv6', () => {
  for (const address of ['192.168.1.20', 'fd00::20']) {
    for (const { typeId, client, announced = [] } of connectors) {
      const found = announced.map(({ type }) => ({ type, name: type, address, port: 1234 }));
      const one = agent('online', address);
      one.report!.found = found;
      const offered = findTechnologies([one], connectors).filter(
        ({ connector_type_id }) => connector_type_id === typeId,
      );
      expect(offered).toHaveLength(announced.length);
      for (const { configuration } of offered) {
        const whole = { ...(client.sample as object), ...configuration };
        expect(client.schema.safeParse(whole).error).toBeUndefined();
      }
    }
  }
});
