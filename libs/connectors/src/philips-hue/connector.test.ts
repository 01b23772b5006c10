import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor, emptyMemory, testConnector } from '@trellis/connector-sdk/testing';
import { philipsHue } from './connector.js';
import { startHueBridge, type HuePeer } from './testing.js';

testConnector(philipsHue, async () => {
  const peer = await startHueBridge();
  const sensor = peer.state.find('sensor');
  return {
    reach: { client: { host: peer.host, application_key: peer.key } },
    unauthorized: { client: { host: peer.host, application_key: 'a-wrong-key' } },
    at: ({ host, port }) => ({
      client: { host: `${host}:${port}`, application_key: peer.key },
    }),
    async vanish() {
      peer.state.resources.delete(sensor);
      return 'sensor';
    },
    restore: async () => void peer.state.resources.add(sensor),
    secrets: [peer.key, 'a-wrong-key'],
    stop: () => peer.stop(),
  };
});

describe('a bridge', () => {
  let peer: HuePeer;
  beforeEach(async () => {
    peer = await startHueBridge();
  });
  afterEach(() => peer.stop());

  const contextOf = (client: object = { application_key: peer.key }, memory = emptyMemory()) =>
    contextFor(philipsHue, { client: { host: peer.host, ...client }, memory });

  test('gives its devices, rooms and places', async () => {
    const { entities, places } = await philipsHue.poll(contextOf());
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    expect(values).toEqual({
      'Hue Bridge': {},
      'Desk lamp': {
        ...{ on: true, brightness: 60.5, color_temperature: 2732, effect: 'no_effect' },
        color: { hue: 30.3, saturation: 64.3 },
      },
      'Hall lamp': { on: false, brightness: 100 },
      'Hall sensor': {
        ...{ motion: true, enabled: true, temperature: 20.83, illuminance: 100, battery: 87 },
      },
      Switch: { event_1: 'short_release', pressed_1: '2026-11-20T18:00:00.000Z' },
      Study: { on: true, brightness: 60.5 },
    });
    const desk = entities.find(({ id }) => id === 'colour')!;
    expect(desk.properties.color_temperature).toMatchObject({ minimum: 2000, maximum: 6536 });
    expect(entities.filter(({ available }) => available === false)).toMatchObject([
      { title: 'Hall lamp' },
    ]);
    expect(places).toEqual([
      { id: 'room', name: 'Study', type: 'room', entities: ['room', 'colour', 'dimmer'] },
      { id: 'zone', name: 'Downstairs', type: 'zone', entities: ['colour', 'white'] },
    ]);
  });

  test('takes what is written to lamps, rooms and sensors', async () => {
    const context = contextOf();
    const write = (entity: string, property: string, value: unknown) =>
      philipsHue.write!(context, { entity, property, value });
    await write('colour', 'on', false);
    await write('colour', 'brightness', 25);
    await write('colour', 'color_temperature', 6500);
    await write('colour', 'color', { hue: 240, saturation: 50 });
    await write('colour', 'effect', 'candle');
    expect(peer.state.find('colour-light')).toMatchObject({
      on: { on: false },
      dimming: { brightness: 25 },
      color_temperature: { mirek: 154 },
      color: { xy: { x: 0.2163, y: 0.1696 } },
      effects: { effect: 'candle' },
    });
    await write('room', 'brightness', 10);
    expect(peer.state.find('room-lights')).toMatchObject({ dimming: { brightness: 10 } });
    await write('sensor', 'enabled', false);
    expect(peer.state.find('sensor-motion')).toMatchObject({ enabled: false });
    await expect(write('colour', 'brightness', 500)).rejects.toBeInstanceOf(Rejected);
    await expect(write('sensor', 'motion', true)).rejects.toBeInstanceOf(Rejected);
    await expect(write('nothing', 'on', true)).rejects.toBeInstanceOf(Unavailable);
  });

  test('blinks, and brings rooms into scenes', async () => {
    const context = contextOf();
    const invoke = (entity: string, action: string, input?: unknown) =>
      philipsHue.invoke!(context, { entity, action, input });
    await invoke('colour', 'identify');
    expect(peer.state.find('colour')).toMatchObject({ identify: { action: 'identify' } });
    await invoke('room', 'recall_scene', 'Relax');
    expect(peer.state.find('scene-relax')).toMatchObject({ recall: { action: 'active' } });
    await expect(invoke('room', 'recall_scene', 'Party')).rejects.toBeInstanceOf(Rejected);
  });

  test('gives a key when its button is pressed, which is kept', async () => {
    const memory = emptyMemory();
    const poll = () => philipsHue.poll(contextOf({}, memory));
    await expect(poll()).rejects.toBeInstanceOf(Unauthorized);
    await expect(poll()).rejects.toThrow(/button/);
    peer.pressButton();
    expect((await poll()).entities).not.toHaveLength(0);
    await poll();
    expect(peer.requests.filter(({ path }) => path === '/api')).toHaveLength(3);
    expect(await memory.get('application_key')).toBe(peer.requests.at(-1)!.key);
  });

  test('that shows another certificate than at first is told nothing', async () => {
    const memory = emptyMemory();
    const poll = () => philipsHue.poll(contextOf({ application_key: peer.key }, memory));
    await poll();
    await peer.replaceCertificate();
    const before = peer.requests.length;
    await expect(poll()).rejects.toBeInstanceOf(Misconfigured);
    expect(peer.requests).toHaveLength(before);
  });

  test.each([[[]], [{ data: 'none' }], ['nonsense'], [null]])(
    'that answers %j is unavailable',
    async (answer) => {
      peer.state.answer = answer;
      await expect(philipsHue.poll(contextOf())).rejects.toBeInstanceOf(Unavailable);
    },
  );
});
