import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { wot } from './connector.js';
import { startNodeWot, type Guard, type NodeWotPeer } from './testing/node-wot.js';

const contextOf = (client: object) => contextFor(wot, { client });
const poll = (client: object) => wot.poll(contextOf(client));

testConnector(wot, async () => {
  const peer = await startNodeWot();
  const guarded = await startNodeWot({ scheme: 'basic', username: 'alice', password: 'right' });
  return {
    reach: { client: { url: peer.url } },
    unauthorized: {
      client: {
        url: guarded.lamp,
        security: { scheme: 'basic', username: 'alice', password: 'wrong-secret' },
      },
    },
    at: ({ host, port }) => ({
      client: {
        url: `http://${host}:${port}/`,
        security: { scheme: 'bearer', token: 'a-secret-token' },
      },
    }),
    async vanish() {
      await peer.hideSensor();
      return 'urn:peer:sensor';
    },
    restore: () => peer.showSensor(),
    secrets: ['a-secret-token', 'wrong-secret', btoa('alice:wrong-secret')],
    async stop() {
      await Promise.all([peer.stop(), guarded.stop()]);
    },
  };
});

describe('a servient of node-wot', () => {
  const entity = 'urn:peer:lamp';
  let peer: NodeWotPeer;
  beforeAll(async () => {
    peer = await startNodeWot();
  });
  afterAll(() => peer.stop());

  test('gives its things, from their list or from one description', async () => {
    const { entities, complete } = await poll({ url: peer.url });
    expect(complete).toBe(true);
    expect(entities.map(({ id }) => id).sort()).toEqual(['urn:peer:lamp', 'urn:peer:sensor']);
    const one = (await poll({ url: peer.lamp })).entities;
    expect(one).toHaveLength(1);
    expect(one[0]).toMatchObject({
      id: entity,
      title: 'Lamp',
      description: 'A lamp of a node-wot servient',
      properties: {
        on: { type: 'boolean' },
        brightness: { type: 'integer', minimum: 0, maximum: 100, unit: 'percent' },
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
      ...{ on: false, brightness: 40, mode: 'day', serial: 'A-1', logged: 12 },
    });
    expect(JSON.stringify(one)).not.toMatch(/forms|security|href/);
  });

  test('has no things in a list of its own that is empty', async () => {
    expect(await poll({ url: new URL('/', peer.lamp).href })).toEqual({
      entities: [],
      complete: true,
    });
  });

  test('takes values', async () => {
    const context = contextOf({ url: peer.url });
    await wot.write!(context, { entity, property: 'brightness', value: 70 });
    await wot.write!(context, { entity, property: 'mode', value: 'night' });
    await wot.write!(context, { entity, property: 'code', value: '1234' });
    expect(peer.state).toMatchObject({ brightness: 70, mode: 'night', code: '1234' });
    const { values } = (await poll({ url: peer.lamp })).entities[0]!;
    expect(values).toMatchObject({ brightness: 70, mode: 'night' });
    expect(values).not.toHaveProperty('code');
  });

  test('does actions, and gives what comes of them', async () => {
    const context = contextOf({ url: peer.lamp });
    const before = peer.state.on;
    const toggle = { entity, action: 'toggle', input: undefined };
    expect(await wot.invoke!(context, toggle)).toBe(!before);
    expect(await wot.invoke!(context, toggle)).toBe(before);
    const fade = { entity, action: 'fade', input: { to: 5 } };
    expect(await wot.invoke!(context, fade)).toBeUndefined();
    expect(peer.state.brightness).toBe(5);
  });

  test('refuses what it cannot do', async () => {
    const context = contextOf({ url: peer.lamp });
    const failing = wot.invoke!(context, { entity, action: 'fail', input: undefined });
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    for (const property of ['serial', 'no-such-property', 'toString']) {
      const nothing = wot.write!(context, { entity, property, value: 'B' });
      await expect(nothing).rejects.toBeInstanceOf(Rejected);
    }
    const unknown = wot.invoke!(context, { entity, action: 'explode', input: undefined });
    await expect(unknown).rejects.toBeInstanceOf(Rejected);
    const gone = wot.write!(context, { entity: 'urn:gone', property: 'on', value: true });
    await expect(gone).rejects.toMatchObject({ constructor: Unavailable, sent: false });
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

  test('is read, written and acted on with it', async () => {
    const context = contextOf({ url: peer.lamp, security });
    const entity = 'urn:peer:lamp';
    expect((await wot.poll(context)).entities).toMatchObject([
      { available: true, values: { serial: 'A-1', brightness: 40 } },
    ]);
    await wot.write!(context, { entity, property: 'on', value: true });
    expect(peer.state.on).toBe(true);
    expect(await wot.invoke!(context, { entity, action: 'toggle', input: undefined })).toBe(false);
  });

  test.each([[wrong], [undefined]])('is not with %j', async (security) => {
    const context = contextOf({ url: peer.lamp, security });
    await expect(wot.poll(context)).rejects.toBeInstanceOf(Unauthorized);
    const writing = { entity: 'urn:peer:lamp', property: 'brightness', value: 1 };
    await expect(wot.write!(context, writing)).rejects.toBeInstanceOf(Unauthorized);
    expect(peer.state.brightness).toBe(40);
  });
});
