import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DeviceUnavailable,
  Rejected,
  Unauthorized,
  Unavailable,
  discover,
  invokeAction,
  writeProperties,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { wot } from './connector.js';
import { startNodeWot, type Guard, type NodeWotPeer } from './testing/node-wot.js';

const contextOf = (client: object) => contextFor(wot, { client });
const poll = (client: object) => discover(wot, contextOf(client));

describe('a servient of node-wot', () => {
  const device = 'urn:peer:lamp';
  let peer: NodeWotPeer;
  beforeAll(async () => {
    peer = await startNodeWot();
  });
  afterAll(() => peer.stop());

  test('has its things found, from their list or from one description', async () => {
    const { entities, complete } = await poll({ url: peer.url });
    expect(complete).toBe(true);
    expect(entities.map(({ id }) => id).sort()).toEqual(['urn:peer:lamp', 'urn:peer:sensor']);
    const one = (await poll({ url: peer.lamp })).entities;
    expect(one).toHaveLength(1);
    expect(one[0]).toMatchObject({
      id: device,
      title: 'Lamp',
      description: 'A lamp of a node-wot servient',
      properties: {
        on: { type: 'boolean' },
        brightness: { type: 'integer', minimum: 0, maximum: 100, unit: '%' },
        mode: { type: 'string', enum: ['day', 'night'] },
        serial: { type: 'string', readOnly: true },
        code: { type: 'string', writeOnly: true },
        logged: { type: 'integer', readOnly: true },
      },
      actions: {
        toggle: { output: { type: 'boolean' }, idempotent: false },
        fade: { input: { required: ['to'] } },
      },
      available: true,
    });
    expect(one[0]!.values).toEqual({
      on: false,
      brightness: 40,
      mode: 'day',
      serial: 'A-1',
      logged: 12,
    });
    expect(JSON.stringify(one)).not.toMatch(/forms|security|href/);
  });

  // Version 0.9.2 has a form for it in its descriptions, and answers it with 405.
  test('takes several properties at once', async () => {
    const values = { brightness: 70, mode: 'night' };
    await writeProperties(wot, contextOf({ url: peer.lamp }), { device, values });
    expect(peer.state).toMatchObject(values);
    Object.assign(peer.state, { brightness: 40, mode: 'day' });
  });

  test('whose own list is empty has no things', async () => {
    expect(await poll({ url: new URL('/', peer.lamp).href })).toEqual({
      entities: [],
      complete: true,
      rooms: undefined,
      problems: [],
      listenCoverage: 'none',
    });
  });

  test('accepts values', async () => {
    const context = contextOf({ url: peer.url });
    await writeProperty(wot, context, { device, property: 'brightness', value: 70 });
    await writeProperty(wot, context, { device, property: 'mode', value: 'night' });
    await writeProperty(wot, context, { device, property: 'code', value: '1234' });
    expect(peer.state).toMatchObject({ brightness: 70, mode: 'night', code: '1234' });
    const { values } = (await poll({ url: peer.lamp })).entities[0]!;
    expect(values).toMatchObject({ brightness: 70, mode: 'night' });
    expect(values).not.toHaveProperty('code');
  });

  test('performs actions and returns their output', async () => {
    const context = contextOf({ url: peer.lamp });
    const before = peer.state.on;
    const toggle = { device, action: 'toggle', input: undefined };
    expect(await invokeAction(wot, context, toggle)).toBe(!before);
    expect(await invokeAction(wot, context, toggle)).toBe(before);
    const fade = { device, action: 'fade', input: { to: 5 } };
    expect(await invokeAction(wot, context, fade)).toBeUndefined();
    expect(peer.state.brightness).toBe(5);
  });

  test('rejects what it cannot do', async () => {
    const context = contextOf({ url: peer.lamp });
    const failing = invokeAction(wot, context, { device, action: 'fail', input: undefined });
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    for (const property of ['serial', 'no-such-property', 'toString']) {
      const nothing = writeProperty(wot, context, { device, property, value: 'B' });
      await expect(nothing).rejects.toBeInstanceOf(Rejected);
    }
    const unknown = invokeAction(wot, context, { device, action: 'explode', input: undefined });
    await expect(unknown).rejects.toBeInstanceOf(Rejected);
    const gone = writeProperty(wot, context, { device: 'urn:gone', property: 'on', value: true });
    await expect(gone).rejects.toMatchObject({ constructor: DeviceUnavailable, sent: false });
  });
});

describe.each<[Guard, object]>([
  [
    { scheme: 'basic', username: 'älice', password: 'se:cret' },
    { scheme: 'basic', username: 'älice', password: 'wrong' },
  ],
  [
    { scheme: 'bearer', token: 'right-token' },
    { scheme: 'bearer', token: 'wrong-token' },
  ],
])('a servient of node-wot with %j', (security, wrong) => {
  let peer: NodeWotPeer;
  beforeAll(async () => {
    peer = await startNodeWot(security);
  });
  afterAll(() => peer.stop());

  test('can be used with them', async () => {
    const context = contextOf({ url: peer.lamp, security });
    const device = 'urn:peer:lamp';
    expect((await discover(wot, context)).entities).toMatchObject([
      { available: true, values: { serial: 'A-1', brightness: 40 } },
    ]);
    await writeProperty(wot, context, { device, property: 'on', value: true });
    expect(peer.state.on).toBe(true);
    expect(await invokeAction(wot, context, { device, action: 'toggle', input: undefined })).toBe(
      false,
    );
  });

  test.each([[wrong], [undefined]])('cannot be used with %j', async (security) => {
    const context = contextOf({ url: peer.lamp, security });
    await expect(discover(wot, context)).rejects.toBeInstanceOf(Unauthorized);
    const writing = { device: 'urn:peer:lamp', property: 'brightness', value: 1 };
    await expect(writeProperty(wot, context, writing)).rejects.toBeInstanceOf(Unauthorized);
    expect(peer.state.brightness).toBe(40);
  });
});
