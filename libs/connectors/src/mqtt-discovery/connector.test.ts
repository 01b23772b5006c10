import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  discover,
  invokeAction,
  Rejected,
  Unauthorized,
  Unavailable,
  writeProperties,
  writeProperty,
} from '@trellis/connector-sdk';
import { waitFor, type TestMosquitto } from '@trellis/testing';
import type { MqttClient } from 'mqtt';
import { connectDevices, credentials, publishRetained, startBroker } from './testing/broker.js';
import { devicesOf, fixture, fixtures } from './testing/fixtures.js';
import { isAvailable } from './testing/peer.js';
import { connector, contextOf, openSockets, poll } from './testing/polling.js';

let socketsBefore = 0;
beforeEach(() => {
  socketsBefore = openSockets();
});
afterEach(async () => {
  await waitFor(() => openSockets() <= socketsBefore, { what: 'the end of the sockets' });
});

(isAvailable ? describe : describe.skip)('with a broker', () => {
  let broker: TestMosquitto;
  let devices: MqttClient;
  const here = () => ({ ...credentials, broker_url: broker.url });

  beforeAll(async () => {
    broker = await startBroker({
      users: { [credentials.username]: credentials.password, 'no reader': 'x' },
      acl: [`user ${credentials.username}`, 'topic readwrite #'],
    });
    devices = await connectDevices(broker);
    await publishRetained(devices, fixtures.flatMap(fixture));
  });
  afterAll(async () => {
    await devices.endAsync();
    await broker.stop();
  });

  test('a poll finds every device with its state', async () => {
    const { entities, complete } = await poll(here());
    expect(complete).toBe(true);
    const expected = devicesOf(fixtures.flatMap(fixture));
    expect(entities.map(({ id, available }) => ({ id, available }))).toEqual(
      expected.map(({ id, available }) => ({ id, available })),
    );
    for (const [index, { abilities }] of expected.entries()) {
      const isWhite = abilities.some((one) => 'value' in one && one.value === 'color_temperature');
      const known = abilities.filter(
        (one) => 'property' in one && one.value !== undefined && !(isWhite && one.name === 'color'),
      );
      const shown = known.map((one) => [one.name, 'value' in one ? one.value : undefined]);
      expect(entities[index]?.values).toEqual(Object.fromEntries(shown));
    }
  });

  test('a poll beside a listener leaves all values to it', async () => {
    const context = { ...contextOf(here()), isListening: true };
    const { entities } = await discover(connector, context);
    expect(entities.length).toBeGreaterThan(0);
    for (const { values, forgotten } of entities) {
      expect([values, forgotten]).toEqual([{}, []]);
    }
  });

  test('a poll that runs while a device announces itself finds it as a whole', async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const announce = (number: number, payload: string) =>
      devices.publishAsync(`homeassistant/switch/slow/relay${number}/config`, payload, {
        retain: true,
        qos: 1,
      });
    const config = { command_topic: 'slow', device: { identifiers: ['slow'] } };
    const polled = poll(here());
    for (const number of numbers) {
      await announce(number, JSON.stringify(config));
      await pause(300);
    }
    const { entities } = await polled;
    for (const number of numbers) await announce(number, '');
    const slow = entities.find(({ id }) => id === 'device:slow')!;
    expect(Object.keys(slow.properties)).toEqual(numbers.map((number) => `on_${number}`));
  });

  test('a device that takes its messages back is not found any more', async () => {
    const topic = 'homeassistant/sensor/passing/config';
    await publishRetained(devices, [{ topic, payload: '{"stat_t":"passing"}' }]);
    const ids = async () => (await poll(here())).entities.map(({ id }) => id);
    expect(await ids()).toContain('component:sensor/passing');
    await publishRetained(devices, [{ topic, payload: '' }]);
    expect(await ids()).not.toContain('component:sensor/passing');
  });

  test('a retained null makes a value unknown; where nothing is retained, it stays as it was', async () => {
    const topic = 'homeassistant/sensor/null/config';
    const sensor = { stat_t: 'null', val_tpl: '{{ value_json.t }}', dev: { ids: ['null'] } };
    await publishRetained(devices, [{ topic, payload: JSON.stringify(sensor) }]);
    const forgotten = async () =>
      (await poll(here())).entities.find(({ id }) => id === 'device:null')?.forgotten;
    expect(await forgotten()).toEqual([]);
    await publishRetained(devices, [{ topic: 'null', payload: '{"t":null}' }]);
    expect(await forgotten()).toEqual(['null']);
    await publishRetained(devices, [
      { topic, payload: '' },
      { topic: 'null', payload: '' },
    ]);
  });

  test('of pictures the address is read, and not the content', async () => {
    const device = { dev: { ids: ['door'], name: 'Door' } };
    const announced = [
      { topic: 'homeassistant/image/door/config', payload: { url_t: 'door/url', ...device } },
      { topic: 'homeassistant/camera/door/config', payload: { t: 'door/jpeg', ...device } },
    ].map(({ topic, payload }) => ({ topic, payload: JSON.stringify(payload) }));
    const address = { topic: 'door/url', payload: 'http://192.0.2.7/door.jpg' };
    const content = { topic: 'door/jpeg', payload: '\u00ff\u00d8'.repeat(1_000_000) };
    await publishRetained(devices, [...announced, address, content]);
    const { entities, problems } = await poll(here());
    const door = entities.find(({ id }) => id === 'device:door');
    expect(door?.values).toEqual({ picture: address.payload });
    expect(problems).toEqual([]);
    await publishRetained(
      devices,
      [...announced, address, content].map(({ topic }) => ({ topic, payload: '' })),
    );
  });

  test('two polls at once do not disconnect each other', async () => {
    const [first, second] = await Promise.all([poll(here()), poll(here())]);
    expect(second).toEqual(first);
  });

  test('another prefix has other devices, apart from those with Tasmota', async () => {
    const { entities, complete } = await poll({ ...here(), discovery_prefix: 'elsewhere' });
    expect(complete).toBe(true);
    expect(entities.map(({ id }) => id)).toEqual(['device:DC4F22A1B2C3']);
  });

  test.each([
    ['a wrong password', { username: 'trellis', password: 'wrong' }],
    ['an unknown user', { username: 'nobody', password: 'wrong' }],
    ['no credentials', { username: undefined, password: undefined }],
  ])('%s is Unauthorized, and the failure does not show it', async (_what, wrong) => {
    const failure = await poll({ ...here(), ...wrong }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unauthorized);
    expect(String(failure)).not.toContain('wrong');
  });

  test('a user from whom the access control list hides everything finds nothing, and advice', async () => {
    const found = await poll({ broker_url: broker.url, username: 'no reader', password: 'x' });
    expect(found).toMatchObject({
      entities: [],
      problems: [],
      adviceIfEmpty: expect.stringContaining('access control list'),
    });
  });

  test('a poll that is aborted is Unavailable', async () => {
    await expect(poll(here(), AbortSignal.timeout(100))).rejects.toThrow(Unavailable);
    await expect(poll(here(), AbortSignal.abort())).rejects.toThrow(Unavailable);
  });

  describe('commands', () => {
    /** Returns the messages that a device receives during an action. */
    async function messagesOn(
      topic: string,
      act: () => Promise<unknown>,
      count = 1,
    ): Promise<string[]> {
      const messages: string[] = [];
      const take = (to: string, payload: Buffer, { retain }: { retain: boolean }) => {
        if (!retain) messages.push(`${to} ${String(payload)}`);
      };
      devices.on('message', take);
      await devices.subscribeAsync(topic, { qos: 1 });
      try {
        await act();
        await waitFor(() => messages.length >= count, { what: 'the command' });
        return messages;
      } finally {
        devices.off('message', take);
        await devices.unsubscribeAsync(topic);
      }
    }

    const plug = 'device:zigbee2mqtt_0xa4c1389e7f1b2c3d';
    const lamp = 'device:zigbee2mqtt_0x0017880104e45553';
    const attic = 'device:246f28aabbcc';
    const kitchen = 'device:ea334450945afc';

    test.each([
      [plug, 'on', false, 'zigbee2mqtt/kitchen/dishwasher/set OFF'],
      [lamp, 'brightness', 100, 'zigbee2mqtt/living_room_lamp/set {"state":"ON","brightness":254}'],
      [lamp, 'brightness', 0, 'zigbee2mqtt/living_room_lamp/set {"state":"OFF"}'],
      ['device:D04DF5', 'on_2', true, 'tasmota_D04DF5/cmnd/POWER2 ON'],
      [
        attic,
        'target_temperature',
        20.5,
        'attic/climate/thermostat/target_temperature/command 20.5',
      ],
      [attic, 'fan_program', 'day', 'attic/select/fan_program/command day'],
      [kitchen, 'position', 100, 'bla/kitchen/blind/set {"position": 100}'],
    ])('writing %s %s', async (device, property, value, message) => {
      const [topic = ''] = message.split(' ');
      const write = () => writeProperty(connector, contextOf(here()), { device, property, value });
      expect(await messagesOn(topic, write)).toEqual([message]);
    });

    test.each([
      [
        lamp,
        { brightness: 100, color_temperature: 2500, on: true },
        ['zigbee2mqtt/living_room_lamp/set {"state":"ON","brightness":254,"color_temp":400}'],
      ],
      [
        'device:D04DF5',
        { on_1: true, on_2: false },
        ['tasmota_D04DF5/cmnd/POWER1 ON', 'tasmota_D04DF5/cmnd/POWER2 OFF'],
      ],
    ])('writing several properties of %s: %j', async (device, values, messages) => {
      const topic = `${messages[0]!.split('/')[0]}/#`;
      const write = () => writeProperties(connector, contextOf(here()), { device, values });
      const received = await messagesOn(topic, write, messages.length);
      expect(received.filter((message) => /set|cmnd/.test(message))).toEqual(messages);
    });

    test.each([
      [attic, 'restart', 'attic/button/restart/command PRESS'],
      [attic, 'open', 'attic/cover/skylight/command OPEN'],
      [lamp, 'identify', 'zigbee2mqtt/living_room_lamp/set {"identify": "identify"}'],
    ])('invoking %s %s', async (device, action, message) => {
      const [topic = ''] = message.split(' ');
      const input = undefined;
      const invoke = () => invokeAction(connector, contextOf(here()), { device, action, input });
      expect(await messagesOn(topic, invoke)).toEqual([message]);
    });

    test('writing a brightness of 0 to a lamp that is off leaves it off', async () => {
      const topic = 'homeassistant/light/basic/config';
      const announced = {
        state_topic: 'basic/state',
        command_topic: 'basic/switch',
        brightness_state_topic: 'basic/brightness',
        brightness_command_topic: 'basic/dim',
        device: { identifiers: ['basic'] },
      };
      await publishRetained(devices, [
        { topic, payload: JSON.stringify(announced) },
        { topic: 'basic/state', payload: 'OFF' },
        { topic: 'basic/brightness', payload: '128' },
      ]);
      const request = { device: 'device:basic', property: 'brightness', value: 0 };
      const write = () => writeProperty(connector, contextOf(here()), request);
      expect(await messagesOn('basic/#', write)).toContain('basic/switch OFF');
      const dim = () => writeProperty(connector, contextOf(here()), { ...request, value: 50 });
      const dimmed = await messagesOn('basic/dim', dim);
      expect(dimmed).toEqual(['basic/dim 128']);
    });

    test.each([
      ['device:unknown', 'on', Unavailable],
      [plug, 'unknown', Rejected],
      [plug, 'power', Rejected],
    ])('writing %s %s is refused', async (device, property, failure) => {
      const request = { device, property, value: true };
      await expect(writeProperty(connector, contextOf(here()), request)).rejects.toThrow(failure);
    });

    test('a temperature without a unit is in that of the client', async () => {
      const furnace = {
        temperature_command_topic: 'furnace/set',
        temperature_state_topic: 'furnace',
        device: { identifiers: ['furnace'] },
      };
      const topic = 'homeassistant/climate/furnace/config';
      const announced = [
        { topic, payload: JSON.stringify(furnace) },
        { topic: 'furnace', payload: '68' },
      ];
      await publishRetained(devices, announced);
      const house = { ...here(), temperature_unit: 'F' };
      const { entities } = await poll(house);
      const device = 'device:furnace';
      const values = entities.find(({ id }) => id === device)?.values;
      expect(values).toEqual({ target_temperature: 20 });
      const request = { device, property: 'target_temperature', value: 21 };
      const write = () => writeProperty(connector, contextOf(house), request);
      expect(await messagesOn('furnace/set', write)).toEqual(['furnace/set 69.8']);
      await publishRetained(
        devices,
        announced.map((one) => ({ ...one, payload: '' })),
      );
    });

    test('a device whose announcements are not retained is asked for them', async () => {
      const device = { identifiers: ['bell'], name: 'Bell' };
      const announce = async (topic: string, payload: Buffer) => {
        if (topic !== 'home/status' || String(payload) !== 'online') return;
        for (const key of ['left', 'right']) {
          const command_topic = `bell/${key}`;
          const announced = JSON.stringify({ device, command_topic, name: key });
          await devices.publishAsync(`homeassistant/switch/bell/${key}/config`, announced);
        }
      };
      devices.on('message', announce);
      await devices.subscribeAsync('home/status', { qos: 1 });
      const request = { device: 'device:bell', property: 'on_2', value: true };
      const writeWith = (client: object) =>
        writeProperty(connector, contextOf({ ...here(), ...client }), request);
      const messages = await messagesOn('bell/right', () =>
        writeWith({ status_topic: 'home/status' }),
      );
      expect(messages).toContain('bell/right ON');
      await expect(writeWith({})).rejects.toThrow(Unavailable);
      devices.off('message', announce);
      await devices.unsubscribeAsync('home/status');
    });

    test('invoking what is not there is refused', async () => {
      const request = { device: plug, action: 'unknown', input: undefined };
      await expect(invokeAction(connector, contextOf(here()), request)).rejects.toThrow(Rejected);
    });
  });
});
