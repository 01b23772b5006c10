import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DeviceUnavailable,
  listen,
  Unauthorized,
  Unavailable,
  writeProperty,
} from '@trellis/connector-sdk';
import { waitFor, type TestMosquitto } from '@trellis/testing';
import type { MqttClient } from 'mqtt';
import { startListening } from '../../testing/listening.js';
import { connectDevices, credentials, publishRetained, startBroker } from '../testing/broker.js';
import { devicesOf, fixture, fixtures, retained } from '../testing/fixtures.js';
import { isAvailable } from '../testing/peer.js';
import { connector, contextOf } from '../testing/polling.js';

(isAvailable ? describe : describe.skip)('listening to a broker', () => {
  let broker: TestMosquitto;
  let devices: MqttClient;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    broker = await startBroker({ users: { [credentials.username]: credentials.password } });
    devices = await connectDevices(broker);
    await publishRetained(devices, fixtures.flatMap(fixture));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(async () => {
    await devices.endAsync();
    await broker.stop();
  });

  /** Listens until the test ends. */
  function hear(client: object = {}) {
    const configuration = { ...credentials, broker_url: broker.url, ...client };
    const hearing = startListening((signal, emit, onOffer) =>
      listen(connector, contextOf(configuration, signal), emit, onOffer),
    );
    stops.push(hearing.stop);
    return hearing;
  }

  const sensor = (id: string, options: object = {}, kind = 'sensor') => {
    const device = { identifiers: [id], name: id };
    const announced = { device, state_topic: `state/${id}`, name: 'Value', ...options };
    return retained(`homeassistant/${kind}/${id}/config`, announced);
  };
  /** Where the state is a member of an object. */
  const member = (name: string) => ({ value_template: `{{ value_json.${name} }}` });
  const refuse = () => Promise.reject(new Unavailable('It would connect again.'));
  const publish = (topic: string, payload: string) =>
    devices.publishAsync(topic, payload, { qos: 1 });

  test('begins with every device, and what is retained of it', async () => {
    const { reports } = hear();
    await waitFor(() => reports.length > 0);
    const expected = devicesOf(fixtures.flatMap(fixture));
    expect(reports[0]!.entities.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(reports[0]!.entities.some(({ values }) => Object.keys(values).length > 0)).toBe(true);
  });

  test('offers its connection for commands', async () => {
    const availability = { availability_topic: 'offered/available' };
    await publishRetained(devices, [
      sensor('offered', { command_topic: 'offered/set', ...availability }, 'switch'),
      { topic: 'offered/available', payload: 'online' },
    ]);
    const id = 'device:offered';
    const { offerOf } = hear();
    const offer = await offerOf(id);
    const context = { ...contextOf({ ...credentials, broker_url: broker.url }), resolve: refuse };
    const write = (value: boolean) =>
      writeProperty(connector, context, { device: id, property: 'on', value }, offer);
    const received: string[] = [];
    devices.on('message', (topic, payload) => {
      if (topic === 'offered/set') received.push(String(payload));
    });
    await devices.subscribeAsync('offered/set');
    await Promise.all([write(true), write(false)]);
    await waitFor(() => received.length === 2);
    expect(received).toEqual(['ON', 'OFF']);
    await publish('offered/available', 'offline');
    await waitFor(() => offer.find(id)?.available === false);
    await expect(write(true)).rejects.toThrow(DeviceUnavailable);
  });

  test('tells what is not retained, alone', async () => {
    await publishRetained(devices, [
      sensor('cellar', { device_class: 'temperature', unit_of_measurement: '°C' }),
    ]);
    const { last } = hear();
    await waitFor(() => last('device:cellar'));
    expect(last('device:cellar')).toMatchObject({ values: {}, forgotten: [] });
    const sentAt = performance.now();
    await publish('state/cellar', '12.5');
    await waitFor(() => last('device:cellar')?.values.temperature === 12.5);
    expect(last('device:cellar')?.receivedAt).toBeGreaterThan(sentAt);
    expect(last('device:cellar')?.receivedAt).toBeLessThan(performance.now() - 20);
    await publishRetained(devices, [retained('homeassistant/sensor/cellar/config', '')]);
  });

  test('reports what several messages of a topic say, each a part', async () => {
    const { last } = hear();
    const kitchen = { device_class: 'temperature', unit_of_measurement: '°C', ...member('t') };
    const moist = { device_class: 'humidity', unit_of_measurement: '%', ...member('h') };
    await publishRetained(devices, [
      sensor('kitchen', kitchen),
      retained('homeassistant/sensor/kitchen/h/config', {
        device: { identifiers: ['kitchen'], name: 'kitchen' },
        state_topic: 'state/kitchen',
        ...moist,
      }),
    ]);
    await waitFor(() => Object.keys(last('device:kitchen')?.properties ?? {}).length === 2);
    const parts = ['{"t": 19}', '{"h": 60}', '{"t": 20}', '{}'];
    await Promise.all(parts.map((part) => publish('state/kitchen', part)));
    await waitFor(() => last('device:kitchen')?.values.temperature === 20);
    expect(last('device:kitchen')?.values).toEqual({ temperature: 20, humidity: 60 });
  });

  test('reports what a Tasmota answers, which is a part of its state', async () => {
    const config = { mac: 'AABBCC445566', dn: 'Box', t: 'box', ft: '%prefix%/%topic%/' };
    const announced = retained('tasmota/discovery/AABBCC445566/config', {
      ...config,
      tp: ['cmnd', 'stat', 'tele'],
      rl: [1, 1, 3, 3],
      swc: [1],
      sho: [0],
      btn: [1],
      so: { 73: 1 },
    });
    await publishRetained(devices, [
      announced,
      retained('tele/box/STATE', { POWER1: 'OFF', POWER2: 'OFF' }),
    ]);
    const { reports, last } = hear();
    await waitFor(() => last('device:AABBCC445566'));
    // Published at once, these are reported together.
    const answers = [
      { POWER1: 'ON' },
      { POWER2: 'ON' },
      { Shutter1: { Position: 40, Direction: 0, Target: 40 } },
      { Switch1: { Action: 'ON' } },
    ];
    await Promise.all(answers.map((one) => publish('stat/box/RESULT', JSON.stringify(one))));
    const values = () => last('device:AABBCC445566')!.values;
    await waitFor(() => values().on_1 === true);
    expect(values()).toMatchObject({ on_1: true, on_2: true, position: 40, switch_1: true });
    await publish('stat/box/RESULT', JSON.stringify({ POWER2: 'OFF' }));
    await waitFor(() => values().on_2 === false);
    expect(values()).toEqual({ on_2: false });
    await publish('stat/box/RESULT', JSON.stringify({ Button1: { Action: 'DOUBLE' } }));
    const events = () => reports.flatMap((report) => report.events ?? []);
    await waitFor(() => events().length > 0);
    expect(events()).toMatchObject([{ name: 'button_1', data: { event_type: 'double' } }]);
    await publishRetained(devices, [
      { topic: announced.topic, payload: '' },
      { topic: 'tele/box/STATE', payload: '' },
    ]);
  });

  test('reports what a Tasmota switches where SetOption4 sends that elsewhere', async () => {
    const announced = retained('tasmota/discovery/AABBCC445577/config', {
      ...{ mac: 'AABBCC445577', dn: 'Plug', t: 'plug', ft: '%prefix%/%topic%/', so: { 4: 1 } },
      tp: ['cmnd', 'stat', 'tele'],
      rl: [1, 1],
    });
    await publishRetained(devices, [announced, retained('tele/plug/STATE', { POWER1: 'OFF' })]);
    const { reports, last } = hear();
    await waitFor(() => last('device:AABBCC445577'));
    await publish('stat/plug/POWER1', '{"POWER1":"ON"}');
    await publish('stat/plug/POWER1', 'ON');
    await publish('stat/plug/POWER2', '{"POWER2":"OFF"}');
    await publish('stat/plug/POWER2', 'OFF');
    const reported = () => reports.flatMap(({ entities }) => entities.map(({ values }) => values));
    await waitFor(() => reported().some((values) => values.on_2 === false));
    expect(reported().some((values) => values.on_1 === true)).toBe(true);
    await publishRetained(devices, [
      { topic: announced.topic, payload: '' },
      { topic: 'tele/plug/STATE', payload: '' },
    ]);
  });

  test('takes a state below the prefix of the announcements for no announcement', async () => {
    const state_topic = 'homeassistant/sensor/loft/state';
    await publishRetained(devices, [
      sensor('loft', { state_topic, device_class: 'power', unit_of_measurement: 'W' }),
    ]);
    const { reports, last } = hear();
    await waitFor(() => last('device:loft'));
    const before = reports.length;
    await publish(state_topic, '5');
    await waitFor(() => last('device:loft')?.values.power === 5);
    const said = reports.slice(before).flatMap(({ entities }) => entities.map(({ id }) => id));
    expect(new Set(said)).toEqual(new Set(['device:loft']));
    expect(reports.slice(before).every(({ gone }) => gone.length === 0)).toBe(true);
    await publishRetained(devices, [retained('homeassistant/sensor/loft/config', '')]);
  });

  test('tells that a device is gone, and that it is back', async () => {
    const announced = sensor('guest', { unit_of_measurement: 'W' });
    await publishRetained(devices, [announced]);
    const { reports, last } = hear();
    await waitFor(() => last('device:guest'));
    await publishRetained(devices, [{ topic: announced.topic, payload: '' }]);
    await waitFor(() => reports.at(-1)!.gone.includes('device:guest'));
    const before = reports.length;
    await publishRetained(devices, [announced]);
    const isBack = () =>
      reports
        .slice(before)
        .flatMap(({ entities }) => entities.filter(({ id }) => id === 'device:guest'));
    const [back] = await waitFor(() => isBack().length > 0 && isBack());
    expect(back).toMatchObject({ available: true });
    await publishRetained(devices, [{ topic: announced.topic, payload: '' }]);
  });

  test('tells that a device is away', async () => {
    await publishRetained(devices, [sensor('remote', { availability_topic: 'there' })]);
    const { last } = hear();
    await waitFor(() => last('device:remote'));
    await publish('there', 'offline');
    await waitFor(() => last('device:remote')?.available === false);
    await publish('there', 'online');
    await waitFor(() => last('device:remote')?.available === true);
    await publishRetained(devices, [retained('homeassistant/sensor/remote/config', '')]);
  });

  test('tells that a device is away by the last message, where it has several topics', async () => {
    const availability = ['bridge', 'device'].map((name) => ({ topic: `there/${name}` }));
    const announced = [
      sensor('latest', { availability }),
      sensor('both', { availability, availability_mode: 'all' }),
    ];
    await publishRetained(devices, announced);
    const { last } = hear();
    await waitFor(() => last('device:both'));
    await publish('there/bridge', 'offline');
    await waitFor(() => last('device:latest')?.available === false);
    await publish('there/device', 'online');
    await waitFor(() => last('device:latest')?.available === true);
    expect(last('device:both')?.available).toBe(false);
    await publish('there/bridge', 'online');
    await waitFor(() => last('device:both')?.available === true);
    await publish('there/device', 'offline');
    await waitFor(() => last('device:latest')?.available === false);
    await publishRetained(
      devices,
      announced.map(({ topic }) => retained(topic, '')),
    );
  });

  test('forgets a value that has expired, and turns off what has been on for long', async () => {
    await publishRetained(devices, [
      sensor('short', { expire_after: 1, device_class: 'power', unit_of_measurement: 'W' }),
      sensor('motion', { off_delay: 1, device_class: 'motion' }, 'binary_sensor'),
    ]);
    const { reports, last } = hear();
    await waitFor(() => last('device:motion'));
    await publish('state/short', '5');
    await publish('state/motion', 'ON');
    const said = (id: string) =>
      reports.flatMap(({ entities }) => entities.filter((entity) => entity.id === id));
    await waitFor(() => said('device:motion').some(({ values }) => values.motion === true));
    await waitFor(() => last('device:motion')?.values.motion === false);
    await waitFor(() => said('device:short').some(({ values }) => values.power === 5));
    await waitFor(() => last('device:short')?.forgotten?.includes('power'));
    await publishRetained(devices, [
      retained('homeassistant/sensor/short/config', ''),
      retained('homeassistant/binary_sensor/motion/config', ''),
    ]);
  });

  test('turns off what may have been on before, and tells an expired value no second time', async () => {
    const announced = [
      sensor('short', { expire_after: 1, device_class: 'power', unit_of_measurement: 'W' }),
      sensor('motion', { off_delay: 1, device_class: 'motion' }, 'binary_sensor'),
      sensor('other', { unit_of_measurement: 'W' }),
    ];
    await publishRetained(devices, announced);
    const before = hear();
    await waitFor(() => before.last('device:motion'));
    await publish('state/motion', 'ON');
    await waitFor(() => before.last('device:motion')?.values.motion === true);
    await before.stop();

    const { reports, last } = hear();
    await waitFor(() => last('device:motion')?.values.motion === false);
    await publish('state/short', '5');
    await waitFor(() => last('device:short')?.values.power === 5);
    await waitFor(() => last('device:short')?.forgotten?.includes('power'));
    const end = reports.length;
    await publishRetained(devices, [retained(announced[2]!.topic, '')]);
    await waitFor(() => reports.slice(end).some(({ gone }) => gone.includes('device:other')));
    expect(last('device:short')).toMatchObject({ values: {}, available: true });
    await publishRetained(
      devices,
      announced.map(({ topic }) => retained(topic, '')),
    );
  });

  test('tells that a value is not known where the device says so, and none where it says nothing', async () => {
    const topic = 'state/door';
    const announced = [
      sensor('door', { device_class: 'temperature', unit_of_measurement: '°C', ...member('t') }),
      sensor('door', { state_topic: topic, payload_reset: 'lost', ...member('bolt') }, 'lock'),
      sensor(
        'door',
        { state_topic: topic, payload_reset: 'lost', ...member('at') },
        'device_tracker',
      ),
    ];
    await publishRetained(devices, announced);
    const { last } = hear();
    await waitFor(() => last('device:door'));
    const said = async (state: object) => {
      const before = last('device:door');
      await publish(topic, JSON.stringify(state));
      await waitFor(() => last('device:door') !== before);
      const { values, forgotten } = last('device:door')!;
      return { values, forgotten: forgotten!.toSorted() };
    };
    expect(await said({ t: 21, bolt: 'LOCKED', at: 'home' })).toEqual({
      values: { temperature: 21, locked: true, lock_state: 'locked', door: 'home' },
      forgotten: [],
    });
    expect(await said({ t: null, bolt: 'JAMMED', at: 'lost' })).toEqual({
      values: { lock_state: 'jammed' },
      forgotten: ['door', 'locked', 'temperature'],
    });
    expect(await said({ bolt: 'lost' })).toEqual({
      values: {},
      forgotten: ['lock_state', 'locked'],
    });
    await publishRetained(
      devices,
      announced.map(({ topic }) => retained(topic, '')),
    );
  });

  test('tells the first press of a button of Zigbee2MQTT', async () => {
    const address = '0x00158d0001234567';
    const device = { identifiers: [`zigbee2mqtt_${address}`], name: 'Switch' };
    const exposes = [{ type: 'enum', name: 'action', values: ['single', 'double'] }];
    const announced = [
      sensor('battery', { device }),
      retained('zigbee2mqtt/bridge/devices', [
        { ieee_address: address, friendly_name: 'Hall/Switch', definition: { exposes } },
      ]),
    ];
    await publishRetained(devices, announced);
    const { reports, last } = hear();
    const id = `device:zigbee2mqtt_${address}`;
    await waitFor(() => last(id));
    expect(Object.keys(last(id)!.events)).toEqual(['action_double', 'action_single']);
    // Zigbee2MQTT announces the trigger just before its first use.
    await publishRetained(devices, [
      retained(`homeassistant/device_automation/${address}/action_single/config`, {
        automation_type: 'trigger',
        type: 'action',
        subtype: 'single',
        payload: 'single',
        topic: 'zigbee2mqtt/Hall/Switch/action',
        device,
      }),
    ]);
    await publish('zigbee2mqtt/Hall/Switch/action', 'single');
    const events = () => reports.flatMap((one) => one.events ?? []);
    await waitFor(() => events().length > 0);
    expect(events()).toMatchObject([{ device: id, name: 'action_single', at: expect.any(Date) }]);
    await publishRetained(
      devices,
      announced.map(({ topic }) => ({ topic, payload: '' })),
    );
  });

  test('tells events, each time, and none that is retained', async () => {
    const announced = [
      sensor(
        'bell',
        {
          event_types: ['press', 'hold'],
          value_template: '{"event_type": "{{ value_json.action }}", "by": {{ value_json.by }}}',
        },
        'event',
      ),
      retained('homeassistant/device_automation/remote/action_single/config', {
        automation_type: 'trigger',
        type: 'action',
        subtype: 'single',
        payload: 'single',
        topic: 'remote/action',
        device: { identifiers: ['remote'], name: 'Remote' },
      }),
    ];
    await publishRetained(devices, [
      ...announced,
      { topic: 'state/bell', payload: '{"action":"press","by":0}' },
    ]);
    const { reports, last } = hear();
    await waitFor(() => last('device:remote'));
    await publish('state/bell', '{"action":"press","by":1}');
    await publish('state/bell', '{"action":"ring","by":2}');
    await publish('remote/action', 'double');
    await publish('remote/action', 'single');
    await publish('state/bell', '{"action":"press","by":3}');
    const events = () => reports.flatMap((one) => one.events ?? []);
    await waitFor(() => events().length === 3);
    const rung = (by: number) => ({
      device: 'device:bell',
      name: 'bell',
      at: expect.any(Date),
      data: { event_type: 'press', by },
    });
    const pressed = { device: 'device:remote', name: 'action_single', at: expect.any(Date) };
    expect(events()).toMatchObject([rung(1), pressed, rung(3)]);
    expect(last('device:bell')!.events).toMatchObject({ bell: { title: 'Value' } });
    expect(last('device:remote')).toMatchObject({
      events: { action_single: { title: 'Action single' } },
      types: ['PushButton'],
    });
    await publishRetained(devices, [
      ...announced.map(({ topic }) => ({ topic, payload: '' })),
      { topic: 'state/bell', payload: '' },
    ]);
  });

  test('tells the tags that are scanned, each time', async () => {
    const { topic, payload } = retained('homeassistant/tag/0AFFD2/config', {
      topic: 'reader/scanned',
      value_template: '{{ value_json.PN532.UID }}',
      device: { identifiers: ['0AFFD2'], name: 'Reader' },
    });
    await publishRetained(devices, [{ topic, payload }]);
    const { events, last } = hear();
    await waitFor(() => last('device:0AFFD2'));
    expect(last('device:0AFFD2')!.events).toMatchObject({
      tag_scanned: { title: 'Tag scanned', data: { required: ['tag_id'] } },
    });
    const scan = (UID: string) => publish('reader/scanned', JSON.stringify({ PN532: { UID } }));
    for (const id of ['E9F35959', '', 'E9F35959', '04AB']) await scan(id);
    await waitFor(() => events().length === 3);
    expect(events()).toMatchObject(
      ['E9F35959', 'E9F35959', '04AB'].map((tag_id) => ({
        device: 'device:0AFFD2',
        name: 'tag_scanned',
        data: { tag_id },
      })),
    );
    await publishRetained(devices, [{ topic, payload: '' }]);
  });

  test('tells when pictures came, of any size, and keeps none of them', async () => {
    const large = 'x'.repeat(300 * 1024);
    await publishRetained(devices, [
      sensor('door', { image_topic: 'door/picture' }, 'image'),
      sensor('yard', { topic: 'yard/picture' }, 'camera'),
      { topic: 'door/picture', payload: large },
    ]);
    const { last } = hear();
    const updated = (id: string) => last(`device:${id}`)?.values.updated;
    await waitFor(() => last('device:door') && last('device:yard'));
    expect(updated('door')).toBeUndefined();
    const before = Date.now();
    await publish('door/picture', large);
    await publish('yard/picture', large);
    const times = await waitFor(() => {
      const values = ['door', 'yard'].map(updated);
      return values.every((one) => one !== undefined) && values.map((one) => Date.parse(`${one}`));
    });
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(times[1]! % 60_000).toBe(0);
    await publishRetained(devices, [
      { topic: 'homeassistant/image/door/config', payload: '' },
      { topic: 'homeassistant/camera/yard/config', payload: '' },
      { topic: 'door/picture', payload: '' },
    ]);
  });

  test('asks devices to announce themselves where that is configured', async () => {
    const said: string[] = [];
    const take = (topic: string, payload: Buffer) => said.push(`${topic} ${String(payload)}`);
    devices.on('message', take);
    await devices.subscribeAsync('home/status', { qos: 1 });
    hear({ status_topic: 'home/status' });
    await waitFor(() => said.includes('home/status online'));
    devices.off('message', take);
  });

  test('ends with the reason when it is refused, and when the connection ends', async () => {
    expect(await hear({ password: 'wrong' }).ended).toBeInstanceOf(Unauthorized);
    const own = await startBroker({});
    const { ended, reports } = hear({
      broker_url: own.url,
      username: undefined,
      password: undefined,
    });
    await waitFor(() => reports.length > 0);
    await own.stop();
    expect(await ended).toBeInstanceOf(Unavailable);
  });
});
