import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { discover, writeProperty, type Entity } from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import { philipsHue } from '../philips-hue/connector.js';
import { startHueBridge, type HuePeer } from '../philips-hue/testing/bridge.js';
import { httpJson } from './connector.js';
import { hue } from './testing/hue.js';

let bridge: HuePeer;
beforeAll(async () => {
  bridge = await startHueBridge();
});
afterAll(() => bridge.stop());

const memory = emptyMemory();
const described = () =>
  contextFor(httpJson, {
    instance: hue,
    client: { parameters: { host: bridge.host, application_key: bridge.key } },
    memory,
  });
const programmed = () =>
  contextFor(philipsHue, { client: { host: bridge.host, application_key: bridge.key } });

/** The devices of which the description has all properties; of the strip it lacks the gradient, and what ends by itself. */
const covered = ['bridge', 'color', 'white', 'sensor', 'dimmer', 'contact', 'camera', 'dial'];

const mapMembers = <Value, Result>(all: Record<string, Value>, map: (one: Value) => Result) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, map(one)]));

const comparable = ({ id, title, types, properties, actions, values, available }: Entity) => ({
  id,
  title,
  types: types.toSorted(),
  // A description cannot say how long a change takes.
  properties: mapMembers(properties, ({ transition: _transition, ...one }) => one),
  actions,
  values,
  available,
});

test('a description of the Hue bridge finds what the connector finds that is a program', async () => {
  const [asData, asProgram] = await Promise.all([
    discover(httpJson, described()),
    discover(philipsHue, programmed()),
  ]);
  expect(asData.problems).toEqual([]);
  const found = asData.entities.filter(({ id }) => covered.includes(id)).map(comparable);
  expect(found.map(({ id }) => id)).toEqual(covered);
  const known = new Map(asProgram.entities.map((entity) => [entity.id, comparable(entity)]));
  // The description has fixed bounds, and those of this lamp are its own.
  const bounds = { minimum: 2000, maximum: 6536 };
  expect(known.get('color')!.properties.color_temperature).toMatchObject(bounds);
  // Buttons have numbers that are printed on the device; these are in order, too.
  expect(found).toEqual(found.map(({ id }) => known.get(id)));
});

test('a lamp is switched by the id of its light', async () => {
  await writeProperty(httpJson, described(), { device: 'color', property: 'on', value: false });
  expect(bridge.state.find('color-light')).toMatchObject({ on: { on: false } });
});

test('a lamp is off at 0 %, and a color switches it on', async () => {
  const write = (property: string, value: unknown) =>
    writeProperty(httpJson, described(), { device: 'color', property, value });
  const { dimming } = bridge.state.find('color-light');
  await write('brightness', 0);
  expect(bridge.state.find('color-light')).toMatchObject({ on: { on: false }, dimming });
  await write('color', { hue: 240, saturation: 50 });
  expect(bridge.state.find('color-light')).toMatchObject({ on: { on: true } });
});

test('another certificate than the first one is refused', async () => {
  await discover(httpJson, described());
  await bridge.replaceCertificate();
  await expect(discover(httpJson, described())).rejects.toThrow('Another server');
});
