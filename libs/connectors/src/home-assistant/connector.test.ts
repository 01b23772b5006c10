import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Rejected, Unavailable } from '@trellis/connector-sdk';
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

  test('gives its devices, and what belongs to none', async () => {
    const { entities } = await poll();
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    expect(values).toEqual({
      'Reading lamp': {
        ...{ on: true, brightness: 50, color_temperature: 2700, battery: 88 },
        color: { hue: 30, saturation: 60 },
      },
      Thermostat: {
        ...{ temperature: 20.5, target_temperature: 21, mode: 'heat', activity: 'heating' },
      },
      Shutter: { state: 'open', position: 100 },
      'Front door': { locked: true },
      'Power strip': { outlet_1_on: true, radio_on: false },
      'Outside temperature': { temperature: 4.5 },
      Weather: {
        ...{ condition: 'cloudy', temperature: 5, humidity: 80, pressure: 1009, wind_speed: 12 },
      },
      'binary_sensor.window': {},
      Evening: {},
      Mode: { value: 'home' },
      Alice: { value: 'home' },
    });
    const properties = Object.fromEntries(entities.map((one) => [one.title, one.properties]));
    expect(properties['Power strip']).toMatchObject({ power: { type: 'number', unit: 'W' } });
    expect(properties.Thermostat!.target_temperature).toMatchObject({ minimum: 7, maximum: 30 });
    expect(entities.filter(({ available }) => available === false)).toMatchObject([
      { title: 'binary_sensor.window' },
    ]);
    await waitFor(() => peer.open() === 0, { what: 'the end of the connection' });
  });

  test('gives its areas and floors as places', async () => {
    expect((await poll()).places).toEqual([
      { id: 'floor/ground', name: 'Ground floor', type: 'floor', entities: [] },
      { id: 'floor/upper', name: 'Upper floor', type: 'floor', entities: [] },
      {
        ...{ id: 'living_room', name: 'Living room', type: 'room', parent: 'floor/ground' },
        entities: ['lamp', 'thermostat', 'door'],
      },
      {
        ...{ id: 'bedroom', name: 'Bedroom', type: 'room', parent: 'floor/upper' },
        entities: ['shutter', 'strip'],
      },
      { id: 'garden', name: 'Garden', type: 'room', entities: ['sensor.outside'] },
    ]);
  });

  test('leaves out what is not wanted', async () => {
    const { entities } = await poll({ exclude: ['person', 'sensor.outside'] });
    const ids = entities.map(({ id }) => id);
    expect(ids).toContain('lamp');
    expect(ids).not.toContain('person.alice');
    expect(ids).not.toContain('sensor.outside');
  });

  test('takes what is written', async () => {
    const context = contextOf();
    const write = (entity: string, property: string, value: unknown) =>
      homeAssistant.write!(context, { entity, property, value });
    const stateOf = (id: string) => peer.house.states.get(id)!;
    await write('lamp', 'brightness', 80);
    await write('lamp', 'color_temperature', 4000);
    await write('lamp', 'color', { hue: 120, saturation: 100 });
    expect(stateOf('light.reading_lamp').attributes).toMatchObject({
      ...{ brightness: 204, color_temp_kelvin: 4000, hs_color: [120, 100] },
    });
    await write('lamp', 'on', false);
    expect(stateOf('light.reading_lamp').state).toBe('off');
    await write('strip', 'radio_on', true);
    expect(stateOf('switch.strip_2').state).toBe('on');
    await write('thermostat', 'target_temperature', 19.5);
    await write('thermostat', 'mode', 'auto');
    expect(stateOf('climate.thermostat')).toMatchObject({
      state: 'auto',
      attributes: { temperature: 19.5 },
    });
    await write('shutter', 'position', 30);
    expect(stateOf('cover.shutter').attributes.current_position).toBe(30);
    await write('input_select.mode', 'value', 'away');
    expect(stateOf('input_select.mode').state).toBe('away');
    await expect(write('thermostat', 'target_temperature', 90)).rejects.toBeInstanceOf(Rejected);
    await expect(write('lamp', 'battery', 1)).rejects.toBeInstanceOf(Rejected);
    await expect(write('nothing', 'on', true)).rejects.toBeInstanceOf(Unavailable);
  });

  test('does actions, with a code where one is needed', async () => {
    const invoke = (entity: string, action: string, input?: unknown) =>
      homeAssistant.invoke!(contextOf(), { entity, action, input });
    const stateOf = (id: string) => peer.house.states.get(id)!.state;
    await invoke('shutter', 'close');
    expect(stateOf('cover.shutter')).toBe('closing');
    await expect(invoke('door', 'unlock')).rejects.toBeInstanceOf(Rejected);
    await invoke('door', 'unlock', { code: '1234' });
    expect(stateOf('lock.front_door')).toBe('unlocked');
    await invoke('scene.evening', 'activate');
    expect(stateOf('scene.evening')).toBe('2026-11-21T00:00:00+00:00');
    await expect(invoke('door', 'open')).rejects.toBeInstanceOf(Rejected);
  });

  test('with thousands of entities, some of them odd, is read all the same', async () => {
    for (let n = 0; n < 5_000; n += 1) {
      const entity_id = `sensor.number_${n}`;
      const attributes = { friendly_name: `Number ${n}`, unit_of_measurement: 'W' };
      peer.house.states.set(entity_id, { entity_id, state: String(n), attributes });
    }
    const odd = [null, 17, { entity_id: 'sensor.<script>' }, { entity_id: 'light.x', state: 1 }];
    odd.forEach((one, n) => peer.house.states.set(`odd ${n}`, one as never));
    const friendly_name = `\u0000Odd\n${'x'.repeat(300)}`;
    const named = { entity_id: 'sensor.odd', state: '1', attributes: { friendly_name } };
    peer.house.states.set('sensor.odd', named);
    peer.house.devices.push({ id: '' } as never, { id: 7 } as never);
    const { entities } = await poll();
    expect(entities).toHaveLength(5_012);
    expect(new Set(entities.map(({ id }) => id)).size).toBe(5_012);
    const oddly = entities.find(({ id }) => id === 'sensor.odd')!;
    expect(oddly.title).toBe(`Odd ${'x'.repeat(196)}`);
  });

  test.each([[null], [17], ['text'], [{ a: 1 }]])(
    'that answers %j is unavailable',
    async (result) => {
      peer.result = result;
      await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    },
  );
});
