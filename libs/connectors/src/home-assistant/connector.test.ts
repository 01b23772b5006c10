import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DeviceUnavailable, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { clientOf } from './testing/client.js';
import { startHomeAssistant, type HomeAssistantPeer } from './testing/home-assistant.js';

let peer: HomeAssistantPeer;
let client: ReturnType<typeof clientOf>;
beforeEach(async () => {
  peer = await startHomeAssistant();
  client = clientOf({ url: peer.url, token: peer.token });
});
afterEach(() => peer.stop());

const clientWith = (configuration: object) =>
  clientOf({ url: peer.url, token: peer.token, ...configuration });
const stateOf = (id: string) => peer.house.states.get(id)!;
const isClosed = () =>
  waitFor(() => peer.connections() === 0, { what: 'the end of the connections' });

describe('a poll', () => {
  test('finds devices, and entities that belong to none', async () => {
    const { entities, complete, account } = await client.poll();
    expect(complete).toBe(true);
    expect(account).toEqual({ name: 'Summer house' });
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    const time = '2026-11-20T18:00:00+00:00';
    expect(values).toEqual({
      'Reading lamp': {
        on: true,
        brightness: 50,
        color_mode: 'color_temperature',
        color_temperature: 2700,
        effect: 'off',
        battery: 88,
        signal_strength: -60,
        transition: 1,
        firmware_update_available: true,
        firmware_installed_version: '1.104.2',
        firmware_latest_version: '1.108.1',
        firmware_updating: false,
      },
      Thermostat: {
        temperature: 20.5,
        target_temperature: 21,
        mode: 'heat',
        activity: 'heating',
        preset: 'none',
      },
      Shutter: { cover_state: 'open', position: 100 },
      'Front door': { locked: true, lock_state: 'locked' },
      'Power strip': { on_1: true, on_2: false },
      'Bedroom air': { temperature: 19.2, humidity: 48 },
      'Ceiling fan': { on: true, speed: 33, oscillating: false },
      Robot: { state: 'docked' },
      Television: { on: false, state: 'off' },
      'Remote control': {
        event_1: 'short_release',
        event_time_1: time,
        event_2: 'short_release',
        event_time_2: time,
      },
      'Outside temperature': { temperature: 4.5 },
      Weather: {
        condition: 'cloudy',
        temperature: 5,
        humidity: 80,
        pressure: 1009,
        wind_speed: 12,
      },
      'binary_sensor.window': {},
      Evening: {},
      'Good night': { running: false },
      Guests: { on: false },
      Target: { value: 3 },
      Mode: { value: 'home' },
      Alice: { value: 'home' },
      Sun: {
        state: 'below_horizon',
        elevation: -12.3,
        azimuth: 250.1,
        rising: false,
        next_rising: '2026-11-21T06:41:00+00:00',
      },
      Gate: {
        state: 'idle',
        snapshot: `${peer.url}/api/camera_proxy/camera.gate?token=0123456789abcdef`,
      },
      Family: {
        active: false,
        message: 'Dentist',
        all_day: false,
        start_time: '2026-11-23 09:00:00',
        end_time: '2026-11-23 10:00:00',
      },
      Shopping: { open_items: 2 },
      'Tell Alice': {},
      Alarm: { value: '06:30:00' },
      Downstairs: { on: true },
    });
    expect(entities.filter(({ available }) => !available)).toMatchObject([
      { title: 'binary_sensor.window' },
    ]);
    const lamp = entities.find(({ id }) => id === 'lamp')!;
    expect(lamp.types).toEqual(expect.arrayContaining(['Light', 'ColorControl']));
    await isClosed();
  });

  test('counts the entities that are not read, which is no failure', async () => {
    peer.house.states.set('odd', { entity_id: 'odd' } as never);
    const { problems, complete } = await client.poll();
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      'Entities that are not read were left out: 1 malformed, 1 zone, 1 conversation.',
    ]);
    expect(complete).toBe(true);
  });

  test('in a house that is set to °F finds temperatures in °C', async () => {
    peer.house.config.unit_system.temperature = '°F';
    Object.assign(stateOf('climate.thermostat').attributes, {
      current_temperature: 68,
      temperature: 70,
      min_temp: 45,
      max_temp: 95,
    });
    const { entities } = await client.poll();
    const thermostat = entities.find(({ id }) => id === 'thermostat')!;
    expect(thermostat.values).toMatchObject({ temperature: 20, target_temperature: 21.111 });
    await client.write('thermostat', 'target_temperature', 20.5);
    expect(stateOf('climate.thermostat').attributes.temperature).toBe(68.9);
  });

  test('finds areas and floors as rooms', async () => {
    expect((await client.poll()).rooms).toEqual([
      { id: 'floor/ground', name: 'Ground floor', type: 'floor', devices: [] },
      { id: 'floor/upper', name: 'Upper floor', type: 'floor', devices: [] },
      {
        id: 'living_room',
        name: 'Living room',
        type: 'room',
        parent: 'floor/ground',
        devices: ['door', 'lamp', 'remote', 'thermostat', 'tv'],
      },
      {
        id: 'bedroom',
        name: 'Bedroom',
        type: 'room',
        parent: 'floor/upper',
        devices: ['air', 'fan', 'shutter', 'strip'],
      },
      { id: 'garden', name: 'Garden', type: 'room', devices: ['registry-sensor.outside'] },
    ]);
  });

  test('finds the areas of a version without floors', async () => {
    peer.errors.set('config/floor_registry/list', 'unknown_command');
    const { rooms } = await client.poll();
    expect(rooms!.map(({ name, parent }) => [name, parent])).toEqual([
      ['Living room', undefined],
      ['Bedroom', undefined],
      ['Garden', undefined],
    ]);
  });

  test('finds only what the client includes', async () => {
    const { poll } = clientWith({
      include: ['person', 'cover', 'sensor.outside'],
      exclude: ['person'],
    });
    const titles = (await poll()).entities.map(({ title }) => title).sort();
    expect(titles).toEqual(['Outside temperature', 'Shutter']);
  });

  test('while Home Assistant starts, or in recovery mode, is incomplete', async () => {
    peer.house.config.state = 'STARTING';
    expect(await client.poll()).toMatchObject({ complete: false });
    peer.house.config = { ...peer.house.config, state: 'RUNNING', recovery_mode: true };
    expect(await client.poll()).toMatchObject({ complete: false });
  });

  test.each([
    ['unauthorized', Unauthorized],
    ['unknown_error', Unavailable],
    ['not_supported', Unavailable],
  ])('that is answered with %j fails', async (code, failure) => {
    peer.errors.set('config/device_registry/list', code);
    await expect(client.poll()).rejects.toBeInstanceOf(failure);
  });

  test.each([[null], [17], ['text'], [{ a: 1 }]])(
    'that is answered with %j fails',
    async (result) => {
      peer.result = result;
      await expect(client.poll()).rejects.toBeInstanceOf(Unavailable);
    },
  );
});

describe('commands', () => {
  test('write properties', async () => {
    const { write } = client;
    await write('lamp', 'brightness', 80);
    await write('lamp', 'color_temperature', 4000);
    expect(stateOf('light.reading_lamp').attributes).toMatchObject({ color_temp_kelvin: 4000 });
    await write('lamp', 'color', { hue: 120, saturation: 100 });
    await write('lamp', 'effect', 'candle');
    expect(stateOf('light.reading_lamp').attributes).toMatchObject({
      brightness: 204,
      hs_color: [120, 100],
      effect: 'candle',
    });
    await write('lamp', 'on', false);
    expect(stateOf('light.reading_lamp').state).toBe('off');
    await write('strip', 'on_2', true);
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
    await write('input_datetime.alarm', 'value', '07:15:00');
    expect(stateOf('input_datetime.alarm').state).toBe('07:15:00');
    await write('group.downstairs', 'on', false);
    expect(stateOf('group.downstairs').state).toBe('off');
    await isClosed();
  });

  test('write several properties of a lamp with one service', async () => {
    const before = peer.calls.length;
    await client.writeAll('lamp', {
      brightness: 80,
      color: { hue: 120, saturation: 100 },
      on: true,
    });
    expect(peer.calls.slice(before)).toEqual([
      'light.turn_on light.reading_lamp {"brightness":204,"hs_color":[120,100]}',
    ]);
  });

  test('switch lamps and fans off at 0 %, and on above it', async () => {
    const { write } = client;
    await write('lamp', 'brightness', 0);
    expect(stateOf('light.reading_lamp').state).toBe('off');
    await write('lamp', 'brightness', 0.1);
    expect(stateOf('light.reading_lamp')).toMatchObject({
      state: 'on',
      attributes: { brightness: 1 },
    });
    await write('fan', 'speed', 0);
    expect(stateOf('fan.ceiling').state).toBe('off');
    await write('fan', 'speed', 0.4);
    expect(stateOf('fan.ceiling')).toMatchObject({ state: 'on', attributes: { percentage: 1 } });
  });

  test('invoke actions, with a code where one is needed', async () => {
    const { invoke } = client;
    await invoke('shutter', 'close');
    expect(stateOf('cover.shutter').state).toBe('closing');
    await expect(invoke('door', 'unlock')).rejects.toBeInstanceOf(Rejected);
    await invoke('door', 'unlock', { code: '1234' });
    expect(stateOf('lock.front_door').state).toBe('unlocked');
    await invoke('robot', 'start');
    expect(stateOf('vacuum.robot').state).toBe('cleaning');
    await invoke('lamp', 'firmware_install_update');
    expect(stateOf('update.reading_lamp_firmware').state).toBe('off');
    await invoke('todo.shopping', 'add_item', { item: 'Milk' });
    expect(stateOf('todo.shopping').state).toBe('3');
    await invoke('notify.alice', 'send_message', { message: 'Dinner', title: 'Now' });
    await invoke('robot', 'empty_the_bin_press');
    await invoke('scene.evening', 'activate');
    await invoke('script.good_night', 'run');
    expect(peer.calls.slice(-4)).toEqual([
      'notify.send_message notify.alice {"message":"Dinner","title":"Now"}',
      'button.press button.robot_empty {}',
      'scene.turn_on scene.evening {}',
      'script.turn_on script.good_night {}',
    ]);
  });

  test('that Home Assistant or the device does not accept are Rejected', async () => {
    const { write, invoke } = client;
    const isRejected = (command: Promise<unknown>) =>
      expect(command).rejects.toBeInstanceOf(Rejected);
    await isRejected(write('thermostat', 'target_temperature', 90));
    await isRejected(write('thermostat', 'mode', 'dry'));
    await isRejected(write('lamp', 'brightness', 500));
    await isRejected(write('lamp', 'battery', 1));
    await isRejected(write('lamp', 'no such property', 1));
    await isRejected(invoke('door', 'unlatch'));
    await isRejected(invoke('door', 'toString'));
    peer.house.broken.add('cover.shutter');
    await isRejected(invoke('shutter', 'open'));
    expect(peer.calls).toEqual([]);
  });

  test.each([
    ['unauthorized', Rejected],
    ['not_found', Rejected],
    ['home_assistant_error', Rejected],
    ['something new', Rejected],
    ['timeout', Unavailable],
    ['unknown_error', Unavailable],
  ])('that are answered with %j fail', async (code, failure) => {
    peer.errors.set('call_service', code);
    const error = await client.write('lamp', 'on', true).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(failure);
    expect(String(error)).not.toContain('Refused:');
  });

  test('are not sent to devices that are gone or unavailable', async () => {
    const notSent = { sent: false, constructor: DeviceUnavailable };
    await expect(client.write('nothing', 'on', true)).rejects.toMatchObject(notSent);
    stateOf('light.reading_lamp').state = 'unavailable';
    await expect(client.write('lamp', 'on', true)).rejects.toMatchObject(notSent);
    expect(peer.calls).toEqual([]);
  });

  test('with a revoked access token are Unauthorized', async () => {
    const { write } = clientWith({ token: 'a-wrong-token' });
    await expect(write('lamp', 'on', true)).rejects.toBeInstanceOf(Unauthorized);
    expect(peer.calls).toEqual([]);
  });
});
