import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  AnotherDevice,
  DeviceUnavailable,
  discover,
  invokeAction,
  Rejected,
  Unauthorized,
  Unavailable,
  writeProperties,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import { philipsHue } from './connector.js';
import { startHueBridge, type HuePeer } from './testing/bridge.js';

describe('a bridge', () => {
  let peer: HuePeer;
  beforeEach(async () => {
    peer = await startHueBridge();
  });
  afterEach(() => peer.stop());

  const contextOf = (client: object = { application_key: peer.key }, memory = emptyMemory()) =>
    contextFor(philipsHue, { client: { host: peer.host, ...client }, memory });

  const poll = (client?: object, memory = emptyMemory()) =>
    discover(philipsHue, contextOf(client, memory));
  const write = (device: string, property: string, value: unknown, handle?: string) =>
    writeProperty(philipsHue, contextOf(), { device, handle, property, value });
  const invoke = (device: string, action: string, input?: unknown, handle?: string) =>
    invokeAction(philipsHue, contextOf(), { device, handle, action, input });

  test('has devices and rooms', async () => {
    const { entities, rooms, account } = await poll();
    expect(account).toEqual({ id: 'ecb5fafffe000001', name: 'Hue Bridge' });
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    expect(values).toEqual({
      'Hue Bridge': {},
      'Desk lamp': {
        on: true,
        brightness: 60.5,
        color_temperature: 2732,
        effect: 'no_effect',
        color_mode: 'color_temperature',
      },
      'Hall lamp': { on: false, brightness: 100 },
      'Hall sensor': {
        motion: true,
        enabled: true,
        temperature: 20.83,
        illuminance: 100,
        battery: 87,
      },
      Switch: { event_1: 'short_release', event_time_1: '2026-11-20T18:00:00.000Z' },
      Shelf: {
        on: true,
        effect: 'cosmos',
        timed_effect: 'no_effect',
        gradient: [{ hue: 344.5, saturation: 100 }, expect.anything()],
        gradient_mode: 'interpolated_palette',
      },
      'Front door': { open: false, tamper: true },
      Doorbell: { motion: true, enabled: true, event: 'initial_press' },
      Dial: { rotation: -15 },
      Study: {
        on: true,
        brightness: 60.5,
        motion: false,
        enabled: true,
        illuminance: 100,
        active_scene: 'Natural light',
      },
    });
    expect(entities.filter(({ available }) => !available)).toMatchObject([{ title: 'Hall lamp' }]);
    expect(rooms).toEqual([
      { id: 'room', name: 'Study', type: 'room', devices: ['room', 'color', 'dimmer'] },
      { id: 'zone', name: 'Downstairs', type: 'zone', devices: ['color', 'white'] },
    ]);
  });

  test('with more resources than there can be is Unavailable', async () => {
    const data = Array.from({ length: 20_001 }, (_, index) => ({ id: `${index}`, type: 'room' }));
    peer.state.answer = { errors: [], data };
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    data.pop();
    expect((await poll()).entities).toEqual([]);
  });

  test('describes its lamps by the capability', async () => {
    const { entities } = await poll();
    const desk = entities.find(({ id }) => id === 'color')!;
    expect(desk.types).toEqual(['Light', 'OnOffSwitch', 'ColorControl']);
    expect(desk.properties).toMatchObject({
      on: { '@type': 'OnOffProperty' },
      color_temperature: { minimum: 2000, maximum: 6536 },
      effect: { enum: ['no_effect', 'candle', 'fire'] },
    });
  });

  test.each(['device', undefined])(
    'accepts what is written to a lamp found by the handle %j',
    async (handle) => {
      await write('color', 'on', false, handle);
      await write('color', 'brightness', 25, handle);
      await write('color', 'color_temperature', 6500, handle);
      const color_temperature = { mirek: 154, mirek_valid: true };
      expect(peer.state.find('color-light')).toMatchObject({ color_temperature });
      await write('color', 'color', { hue: 240, saturation: 50 }, handle);
      await write('color', 'effect', 'candle', handle);
      expect(peer.state.find('color-light')).toMatchObject({
        on: { on: true },
        dimming: { brightness: 25 },
        color_temperature: { mirek: null, mirek_valid: false },
        color: { xy: { x: 0.2163, y: 0.1696 } },
        effects: { effect: 'candle' },
      });
    },
  );

  test.each([
    ['color', 'brightness', 50, { dimming: { brightness: 50 } }],
    ['color', 'color_temperature', 4000, { color_temperature: { mirek: 250 } }],
    ['color', 'color', { hue: 240, saturation: 50 }, { color: { xy: { x: 0.2163, y: 0.1696 } } }],
    ['color', 'effect', 'fire', { effects: { effect: 'fire' } }],
    ['strip', 'gradient_mode', 'segmented_palette', { gradient: { mode: 'segmented_palette' } }],
    ['room', 'brightness', 50, { dimming: { brightness: 50 } }],
  ])('switches on %s with its %s', async (device, property, value, expected) => {
    const light = () => peer.state.find(device === 'room' ? 'room-lights' : `${device}-light`);
    await write(device, 'on', false, device === 'room' ? 'room' : 'device');
    await write(device, property, value, device === 'room' ? 'room' : 'device');
    expect(light()).toMatchObject({ on: { on: true }, ...expected });
  });

  test.each([
    ['color', 'color-light', 'device'],
    ['room', 'room-lights', 'room'],
  ])('switches off %s at a brightness of 0, and keeps the level', async (device, id, handle) => {
    const { dimming } = peer.state.find(id);
    await write(device, 'brightness', 0, handle);
    expect(peer.state.find(id)).toMatchObject({ on: { on: false }, dimming });
  });

  test('has a lamp with a color or with a color temperature, as it shines', async () => {
    const valuesOf = async () => (await poll()).entities.find(({ id }) => id === 'color')!.values;
    expect(await valuesOf()).toMatchObject({
      color_mode: 'color_temperature',
      color_temperature: 2732,
    });
    const { color_temperature } = peer.state.find('color-light');
    Object.assign(color_temperature!, { mirek: null, mirek_valid: false });
    const { color_temperature: none, ...colored } = await valuesOf();
    expect(none).toBeUndefined();
    expect(colored).toMatchObject({
      color_mode: 'color',
      color: { hue: 30.3, saturation: 64.3 },
    });
  });

  test('has all four buttons of a switch of which one was pressed', async () => {
    const { entities } = await poll();
    const { properties } = entities.find(({ id }) => id === 'dimmer')!;
    expect(Object.keys(properties)).toEqual(
      [1, 2, 3, 4].flatMap((number) => [`event_${number}`, `event_time_${number}`]),
    );
  });

  test('counts what it has that is not read, which is no failure', async () => {
    const { problems, complete } = await poll();
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      'Services that are not read were left out: 1 speaker, 1 teleporter, 1 malformed.',
    ]);
    expect(complete).toBe(true);
  });

  test('accepts the colors of a gradient, and how they blend', async () => {
    const strip = () => peer.state.find('strip-light').gradient;
    await write('strip', 'gradient_mode', 'segmented_palette', 'device');
    expect(strip()).toMatchObject({
      mode: 'segmented_palette',
      points: [{ color: { xy: { x: 0.6, y: 0.3 } } }, { color: { xy: { x: 0.2, y: 0.3 } } }],
    });
    const blue = { hue: 240, saturation: 50 };
    await write('strip', 'gradient', [blue, blue, blue], 'device');
    expect(strip()).toMatchObject({
      points: Array.from({ length: 3 }, () => ({ color: { xy: { x: 0.2163, y: 0.1696 } } })),
    });
    await expect(write('strip', 'gradient', [blue], 'device')).rejects.toBeInstanceOf(Rejected);
  });

  test('shows effects, some of them for a time', async () => {
    const light = () => peer.state.find('strip-light');
    await write('strip', 'effect', 'candle', 'device');
    expect(light().effects_v2).toMatchObject({ action: { effect: 'candle' } });
    await invoke('strip', 'start_timed_effect', { effect: 'sunset', duration: 600 }, 'device');
    expect(light().timed_effects).toMatchObject({ effect: 'sunset', duration: 600_000 });
    await invoke('strip', 'start_timed_effect', { effect: 'no_effect' }, 'device');
    expect(light().timed_effects).toMatchObject({ effect: 'no_effect' });
  });

  test('begins and ends smart scenes', async () => {
    const scene = () => peer.state.find('scene-day').recall;
    await invoke('room', 'recall_scene', 'Natural light', 'room');
    expect(scene()).toEqual({ action: 'activate' });
    await invoke('room', 'end_smart_scene', 'Natural light', 'room');
    expect(scene()).toEqual({ action: 'deactivate' });
    await expect(invoke('room', 'end_smart_scene', 'Relax', 'room')).rejects.toBeInstanceOf(
      Rejected,
    );
  });

  test('accepts what is written to rooms and sensors', async () => {
    await write('room', 'brightness', 10, 'room');
    expect(peer.state.find('room-lights')).toMatchObject({ dimming: { brightness: 10 } });
    for (const device of ['sensor', 'camera']) {
      await write(device, 'enabled', false, 'device');
      expect(peer.state.find(`${device}-motion`)).toMatchObject({ enabled: false });
    }
  });

  test('rejects what it does not accept', async () => {
    await expect(write('color', 'brightness', 500, 'device')).rejects.toBeInstanceOf(Rejected);
    await expect(write('sensor', 'motion', true, 'device')).rejects.toBeInstanceOf(Rejected);
    await expect(invoke('room', 'recall_scene', 'Party', 'room')).rejects.toBeInstanceOf(Rejected);
  });

  test.each(['device', 'room', undefined])(
    'is unavailable for what is gone, by the handle %j',
    async (handle) => {
      await expect(write('nothing', 'on', true, handle)).rejects.toBeInstanceOf(Unavailable);
    },
  );

  test('lets a lamp blink, and recalls scenes of a room', async () => {
    await invoke('color', 'identify', undefined, 'device');
    expect(peer.state.find('color')).toMatchObject({ identify: { action: 'identify' } });
    await invoke('room', 'recall_scene', 'Relax', 'room');
    expect(peer.state.find('scene-relax')).toMatchObject({ recall: { action: 'active' } });
  });

  test('takes no command for a lamp that was last out of its reach', async () => {
    const lamp = { device: 'color', handle: 'device', property: 'on', value: false };
    const written = writeProperty(philipsHue, contextOf(), { ...lamp, isUnavailable: true });
    await expect(written).rejects.toBeInstanceOf(DeviceUnavailable);
    expect(peer.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('is asked for nothing but the device and its services for a write', async () => {
    await write('color', 'on', false, 'device');
    const paths = peer.requests.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual([
      'GET /clip/v2/resource/device/color',
      'GET /clip/v2/resource/light/color-light',
      'PUT /clip/v2/resource/light/color-light',
    ]);
  });

  test('is sent several properties of a lamp in one request', async () => {
    const reference = { device: 'color', handle: 'device' };
    const values = { on: true, brightness: 30, color_temperature: 4000 };
    await writeProperties(philipsHue, contextOf(), { ...reference, values });
    expect(peer.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(peer.state.find('color-light')).toMatchObject({
      on: { on: true },
      dimming: { brightness: 30 },
      color_temperature: { mirek: 250 },
    });
  });

  test.each([
    ['color', 'color-light', { brightness: 30, color_temperature: 4000 }],
    ['color', 'color-light', { on: false }],
    ['color', 'color-light', { brightness: 0 }],
    ['room', 'room-lights', { brightness: 30 }],
  ])('changes %s (%s) to %j in the time that the write says', async (device, id, values) => {
    const handle = device === 'room' ? 'room' : 'device';
    const { entities } = await poll();
    const { properties } = entities.find((one) => one.id === device)!;
    for (const name of Object.keys(values)) expect(properties[name]!.transition).toBe(true);
    const reference = { device, handle, transitionMs: 2_500 };
    await writeProperties(philipsHue, contextOf(), { ...reference, values });
    expect(peer.state.find(id)).toMatchObject({ dynamics: { duration: 2_500 } });
  });

  test('is read as a whole for a device with very many services', async () => {
    const services = Array.from({ length: 500 }, (_, number) => ({
      rid: `light-${number}`,
      rtype: 'light',
    }));
    const { services: own } = peer.state.find('color') as { services: object[] };
    peer.state.find('color').services = [...own, ...services];
    await write('color', 'on', false, 'device');
    expect(peer.requests).toHaveLength(3);
    expect(peer.state.find('color-light')).toMatchObject({ on: { on: false } });
  });

  test('gives a key when its button is pressed, which is stored', async () => {
    const memory = emptyMemory();
    await expect(poll({}, memory)).rejects.toBeInstanceOf(Unauthorized);
    await expect(poll({}, memory)).rejects.toThrow(/button/);
    peer.pressButton();
    expect((await poll({}, memory)).entities).not.toHaveLength(0);
    await poll({}, memory);
    expect(peer.requests.filter(({ path }) => path === '/api')).toHaveLength(3);
    expect(await memory.get('application_key')).toBe(peer.requests.at(-1)!.key);
  });

  test('that shows another certificate than at first receives nothing', async () => {
    const memory = emptyMemory();
    const pollAgain = () => poll({ application_key: peer.key }, memory);
    await pollAgain();
    await peer.replaceCertificate();
    const before = peer.requests.length;
    await expect(pollAgain()).rejects.toBeInstanceOf(AnotherDevice);
    expect(peer.requests).toHaveLength(before);
  });

  test.each([[[]], [{ data: 'none' }], ['nonsense'], [null]])(
    'that answers %j is unavailable',
    async (answer) => {
      peer.state.answer = answer;
      await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    },
  );
});
