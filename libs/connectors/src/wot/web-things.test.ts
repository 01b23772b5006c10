import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Rejected, discover, invokeAction, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { wot } from './connector.js';
import { startWebThings, type WebThingPeer } from './testing/web-things.js';

describe.each([{ single: true }, { single: false }])('a server of WebThings %j', (kind) => {
  const device = 'urn:peer:dimmer-0';
  let peer: WebThingPeer;
  beforeAll(async () => {
    peer = await startWebThings(kind);
  });
  afterAll(() => peer.stop());
  const context = () => contextFor(wot, { client: { url: peer.url } });

  test('has its things found', async () => {
    const { entities } = await discover(wot, context());
    expect(entities.map(({ title }) => title)).toEqual(
      kind.single ? ['Dimmer'] : ['Dimmer', 'Other dimmer'],
    );
    expect(entities[0]).toEqual({
      id: device,
      title: 'Dimmer',
      types: ['OnOffSwitch'],
      description: 'A WebThing',
      properties: {
        level: { '@type': 'LevelProperty', type: 'integer', title: 'Level', maximum: 100 },
        power: { type: 'number', title: 'Power', unit: 'W', readOnly: true },
        unknown: { type: 'string', title: 'Not known yet', readOnly: true },
      },
      events: { overheated: { data: { type: 'number', unit: '°C' } } },
      actions: {
        fade: {
          title: 'Fade',
          input: { type: 'object', required: ['to'], properties: { to: { type: 'integer' } } },
        },
        reset: { title: 'Reset' },
      },
      values: { level: 10, power: 3.5 },
      available: true,
    });
  });

  test('accepts values that conform to its schema, and no others', async () => {
    await writeProperty(wot, context(), { device, property: 'level', value: 30 });
    expect(peer.level()).toBe(30);
    const refused = writeProperty(wot, context(), { device, property: 'level', value: 300 });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    const measured = writeProperty(wot, context(), { device, property: 'power', value: 1 });
    await expect(measured).rejects.toBeInstanceOf(Rejected);
  });

  test('performs actions, whose end is awaited', async () => {
    await invokeAction(wot, context(), { device, action: 'fade', input: { to: 80 } });
    expect(peer.level()).toBe(80);
    await invokeAction(wot, context(), { device, action: 'reset', input: undefined });
    expect(peer.level()).toBe(0);
    const refused = invokeAction(wot, context(), { device, action: 'fade', input: { to: 'far' } });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
  });
});
