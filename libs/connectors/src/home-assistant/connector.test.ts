import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { homeAssistant } from './connector.js';
import { startHomeAssistant, type HomeAssistantPeer } from './testing.js';

testConnector(homeAssistant, async () => {
  const peer = await startHomeAssistant();
  const weather = peer.house.states.get('weather.home')!;
  const { token } = peer;
  return {
    reach: { client: { url: peer.url, token } },
    unauthorized: { client: { url: peer.url, token: 'a-wrong-token' } },
    at: ({ host, port }) => ({ client: { url: `http://${host}:${port}`, token } }),
    async vanish() {
      peer.house.states.delete('weather.home');
      return 'weather.home';
    },
    restore: async () => void peer.house.states.set('weather.home', weather),
    secrets: [token, 'a-wrong-token'],
    stop: () => peer.stop(),
  };
});

describe('a Home Assistant', () => {
  let peer: HomeAssistantPeer;
  beforeEach(async () => {
    peer = await startHomeAssistant();
  });
  afterEach(() => peer.stop());

  const contextOf = (client: object = {}) =>
    contextFor(homeAssistant, { client: { url: peer.url, token: peer.token, ...client } });
  const poll = (client: object = {}) => homeAssistant.poll(contextOf(client));
  const write = (entity: string, property: string, value: unknown) =>
    homeAssistant.write!(contextOf(), { entity, property, value });
  const invoke = (entity: string, action: string, input?: unknown) =>
    homeAssistant.invoke!(contextOf(), { entity, action, input });
  const stateOf = (id: string) => peer.house.states.get(id)!;

  test('gives its devices, and what belongs to none', async () => {
    const { entities, complete } = await poll();
    expect(complete).toBe(true);
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    const pressed = { event: 'short_release', event_time: '2026-11-20T18:00:00+00:00' };
    expect(values).toEqual({
      'Reading lamp': {
        ...{ on: true, brightness: 50, color_temperature: 2700, effect: 'off', battery: 88 },
        color: { hue: 30, saturation: 60 },
      },
      Thermostat: {
        ...{ temperature: 20.5, target_temperature: 21, mode: 'heat', activity: 'heating' },
        preset: 'none',
      },
      Shutter: { state: 'open', position: 100 },
      'Front door': { locked: true, state: 'locked' },
      'Power strip': { outlet_1_on: true, outlet_2_on: false },
      'Bedroom air': { temperature: 19.2, humidity: 48 },
      'Ceiling fan': { on: true, speed: 33, oscillating: false },
      Robot: { state: 'docked' },
      Television: { on: false, state: 'off' },
      'Remote control': {
        ...{ button_1_event: pressed.event, button_1_event_time: pressed.event_time },
        ...{ button_2_event: pressed.event, button_2_event_time: pressed.event_time },
      },
      'Outside temperature': { temperature: 4.5 },
      Weather: {
        ...{ condition: 'cloudy', temperature: 5, humidity: 80, pressure: 1009, wind_speed: 12 },
      },
      'binary_sensor.window': {},
      Evening: {},
      'Good night': { running: false },
      Guests: { on: false },
      Target: { value: 3 },
      Mode: { value: 'home' },
      Alice: { value: 'home' },
    });
    expect(entities.filter(({ available }) => available === false)).toMatchObject([
      { title: 'binary_sensor.window' },
    ]);
    await waitFor(() => peer.open() === 0, { what: 'the end of the connection' });
  });

  test('gives its areas and floors as places', async () => {
    const outside = 'registry-sensor.outside';
    expect((await poll()).places).toEqual([
      { id: 'floor/ground', name: 'Ground floor', type: 'floor', entities: [] },
      { id: 'floor/upper', name: 'Upper floor', type: 'floor', entities: [] },
      {
        ...{ id: 'living_room', name: 'Living room', type: 'room', parent: 'floor/ground' },
        entities: ['door', 'lamp', 'remote', 'thermostat', 'tv'],
      },
      {
        ...{ id: 'bedroom', name: 'Bedroom', type: 'room', parent: 'floor/upper' },
        entities: ['air', 'fan', 'shutter', 'strip'],
      },
      { id: 'garden', name: 'Garden', type: 'room', entities: [outside] },
    ]);
  });

  test('of a version without floors has areas all the same', async () => {
    peer.refuses.set('config/floor_registry/list', 'unknown_command');
    const { places } = await poll();
    expect(places!.map(({ name, parent }) => [name, parent])).toEqual([
      ['Living room', undefined],
      ['Bedroom', undefined],
      ['Garden', undefined],
    ]);
  });

  test('keeps to what is included and excluded', async () => {
    const titles = async (client: object) =>
      (await poll(client)).entities.map(({ title }) => title).sort();
    expect(await titles({ include: ['cover', 'sensor.outside'] })).toEqual([
      'Outside temperature',
      'Shutter',
    ]);
    const include = ['person', 'cover', 'scene'];
    expect(await titles({ include, exclude: ['person', 'scene.evening'] })).toEqual(['Shutter']);
    expect(await titles({ exclude: ['person'] })).not.toContain('Alice');
  });

  test('that starts, or runs without its integrations, is not complete', async () => {
    peer.house.config.state = 'STARTING';
    expect(await poll()).toMatchObject({ complete: false });
    peer.house.config = { ...peer.house.config, state: 'RUNNING', recovery_mode: true };
    expect(await poll()).toMatchObject({ complete: false });
  });

  test('takes what is written', async () => {
    await write('lamp', 'brightness', 80);
    await write('lamp', 'color_temperature', 4000);
    await write('lamp', 'color', { hue: 120, saturation: 100 });
    await write('lamp', 'effect', 'candle');
    expect(stateOf('light.reading_lamp').attributes).toMatchObject({
      ...{ brightness: 204, color_temp_kelvin: 4000, hs_color: [120, 100], effect: 'candle' },
    });
    await write('lamp', 'on', false);
    expect(stateOf('light.reading_lamp').state).toBe('off');
    await write('strip', 'outlet_2_on', true);
    expect(stateOf('switch.strip_2').state).toBe('on');
    expect(stateOf('switch.strip_1').state).toBe('on');
    await write('thermostat', 'target_temperature', 19.5);
    await write('thermostat', 'mode', 'auto');
    await write('thermostat', 'preset', 'eco');
    expect(stateOf('climate.thermostat')).toMatchObject({
      state: 'auto',
      attributes: { temperature: 19.5, preset_mode: 'eco' },
    });
    await write('shutter', 'position', 30);
    expect(stateOf('cover.shutter').attributes.current_position).toBe(30);
    await write('tv', 'volume', 35);
    expect(stateOf('media_player.tv').attributes.volume_level).toBe(0.35);
    await write('fan', 'oscillating', true);
    expect(stateOf('fan.ceiling').attributes.oscillating).toBe(true);
    await write('input_select.mode', 'value', 'away');
    expect(stateOf('input_select.mode').state).toBe('away');
    await write('input_number.target', 'value', 4.5);
    expect(stateOf('input_number.target').state).toBe('4.5');
    await waitFor(() => peer.open() === 0, { what: 'the end of the connections' });
  });

  test('does actions, with a code where one is needed', async () => {
    await invoke('shutter', 'close');
    expect(stateOf('cover.shutter').state).toBe('closing');
    await expect(invoke('door', 'unlock')).rejects.toBeInstanceOf(Rejected);
    await invoke('door', 'unlock', { code: '1234' });
    expect(stateOf('lock.front_door').state).toBe('unlocked');
    await invoke('robot', 'start');
    expect(stateOf('vacuum.robot').state).toBe('cleaning');
    await invoke('robot', 'empty_the_bin_press');
    await invoke('scene.evening', 'activate');
    await invoke('script.good_night', 'run');
    expect(peer.calls.slice(-3)).toEqual([
      'button.press button.robot_empty {}',
      'scene.turn_on scene.evening {}',
      'script.turn_on script.good_night {}',
    ]);
  });

  test('refuses what it does not take', async () => {
    const refused = async (doing: Promise<unknown>) =>
      expect(await doing.catch((error: unknown) => error)).toBeInstanceOf(Rejected);
    await refused(write('thermostat', 'target_temperature', 90));
    await refused(write('thermostat', 'mode', 'dry'));
    await refused(write('lamp', 'brightness', 'bright'));
    await refused(write('lamp', 'battery', 1));
    await refused(write('lamp', 'no such property', 1));
    await refused(invoke('door', 'open'));
    await refused(invoke('door', 'toString'));
    peer.house.broken.add('cover.shutter');
    await refused(invoke('shutter', 'open'));
    expect(peer.calls).toEqual([]);
  });

  test.each([
    ['unauthorized', Rejected],
    ['not_found', Rejected],
    ['home_assistant_error', Rejected],
    ['something new', Rejected],
    ['timeout', Unavailable],
    ['unknown_error', Unavailable],
  ])('that refuses a call as %j', async (code, failure) => {
    peer.refuses.set('call_service', code);
    const error = await write('lamp', 'on', true).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(failure);
    expect(String(error)).not.toContain('Refused:');
  });

  test('does nothing with what is gone or cannot be reached', async () => {
    const failure = { sent: false, constructor: Unavailable };
    await expect(write('nothing', 'on', true)).rejects.toMatchObject(failure);
    stateOf('light.reading_lamp').state = 'unavailable';
    await expect(write('lamp', 'on', true)).rejects.toMatchObject(failure);
    expect(peer.calls).toEqual([]);
  });

  test('whose user may not see the devices is Unauthorized', async () => {
    peer.refuses.set('config/device_registry/list', 'unauthorized');
    await expect(poll()).rejects.toBeInstanceOf(Unauthorized);
    peer.refuses.set('config/device_registry/list', 'unknown_error');
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    peer.refuses.set('config/device_registry/list', 'not_supported');
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
  });

  test('whose access token is revoked refuses writes as Unauthorized', async () => {
    const context = contextOf({ token: 'a-wrong-token' });
    const writing = homeAssistant.write!(context, { entity: 'lamp', property: 'on', value: true });
    await expect(writing).rejects.toBeInstanceOf(Unauthorized);
    expect(peer.calls).toEqual([]);
  });

  test.each([[null], [17], ['text'], [{ a: 1 }]])(
    'that answers %j is unavailable',
    async (result) => {
      peer.result = result;
      await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    },
  );
});
