import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { discover, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { connectorTemplate } from './connector.js';
import { startHub, type Hub } from './testing/hub.js';

let hub: Hub;
beforeEach(async () => {
  hub = await startHub();
});
afterEach(() => hub.stop());

const context = () =>
  contextFor(connectorTemplate, {
    instance: { application_key: hub.key },
    client: { url: hub.url },
  });

test('the lamps of the hub are devices', async () => {
  const { entities } = await discover(connectorTemplate, context());
  expect(entities.map(({ title, values }) => ({ title, values }))).toEqual([
    { title: 'Desk lamp', values: { on: true, brightness: 40 } },
    { title: 'Hall lamp', values: { on: false, brightness: 100 } },
  ]);
});

test('a lamp is switched and dimmed', async () => {
  const write = (property: string, value: unknown) =>
    writeProperty(connectorTemplate, context(), { device: 'two', property, value });
  await write('on', true);
  await write('brightness', 30);
  expect(hub.lamps[1]).toMatchObject({ on: true, brightness: 30 });
});

test('a lamp that is gone is Unavailable', async () => {
  const request = { device: 'three', property: 'on', value: true };
  const written = writeProperty(connectorTemplate, context(), request);
  await expect(written).rejects.toBeInstanceOf(Unavailable);
});
