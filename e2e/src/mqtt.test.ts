import { describe, expect, test } from '@jest/globals';
import { installed, waitFor } from '@trellis/testing';
import { mqttHome } from './mqtt/home.js';

/** A plug as Zigbee2MQTT announces it. */
const plug = {
  name: null,
  state_topic: 'zigbee2mqtt/plug',
  command_topic: 'zigbee2mqtt/plug/set',
  value_template: '{{ value_json.state }}',
  payload_on: 'ON',
  payload_off: 'OFF',
  unique_id: '0x00158d00018255df_switch_zigbee2mqtt',
  device: { identifiers: ['zigbee2mqtt_0x00158d00018255df'], name: 'Plug in the kitchen' },
};

(installed('mosquitto') ? describe : describe.skip)('devices on an MQTT broker', () => {
  const house = mqttHome();
  const { retain, connectClient } = house;

  test('appear as things with the names of the capabilities, follow their state, and may vanish', async () => {
    await retain('homeassistant/switch/0x00158d00018255df/switch/config', plug);
    await retain('zigbee2mqtt/plug', { state: 'OFF' });
    const { request, only } = await connectClient();

    const thing = await only();
    expect(thing).toMatchObject({ title: 'Plug in the kitchen', available: true });
    expect(thing['@type']).toEqual(expect.arrayContaining(['OnOffSwitch']));
    expect(thing.properties.on).toMatchObject({ type: 'boolean', value: false });

    await retain('zigbee2mqtt/plug', { state: 'ON' });
    await waitFor(async () => (await only()).properties.on.value === true);

    await house.obeys('zigbee2mqtt/plug/set', (state) => [
      'zigbee2mqtt/plug',
      JSON.stringify({ state }),
    ]);
    const [form] = thing.properties.on.forms;
    expect((await request('PUT', form.href, { body: false })).status).toBe(204);
    expect((await only()).properties.on).toMatchObject({ value: false });

    await retain('homeassistant/switch/0x00158d00018255df/switch/config', '');
    const gone = await waitFor(async () => {
      const now = await only();
      return now.available === false && now;
    });
    expect(gone.id).toBe(thing.id);
    await retain('homeassistant/switch/0x00158d00018255df/switch/config', plug);
    const back = await waitFor(async () => {
      const now = await only();
      return now.available && now;
    });
    expect(back.id).toBe(thing.id);
  });

  test('are sent nothing while they are out of reach', async () => {
    const availability = { availability_topic: 'away/availability' };
    const away = {
      ...plug,
      ...availability,
      command_topic: 'away/set',
      state_topic: 'away',
      unique_id: 'away',
    };
    const device = { identifiers: ['away'], name: 'Away' };
    await retain('homeassistant/switch/away/config', { ...away, device });
    await retain('away/availability', 'offline');
    const { request } = await connectClient();
    const whenAvailable = (available: boolean) =>
      waitFor(async () => {
        const { body } = await request('GET', '/things', {
          headers: { accept: 'application/ld+json' },
        });
        const thing = body.find((one: { title: string }) => one.title === 'Away');
        return thing?.available === available && (thing.properties.on.forms[0].href as string);
      });
    const received: string[] = [];
    house.home.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
    await house.home.subscribeAsync('away/set', { qos: 1 });
    const href = await whenAvailable(false);
    const refused = await request('PUT', href, { body: true });
    expect(refused.status).toBe(409);
    expect(refused.body.type).toMatch(/#device_unavailable$/);
    expect(received).toEqual([]);
    await retain('homeassistant/switch/away/config', '');
  });

  test('get what was queued for them when they are back, the latest of each property', async () => {
    const sleepy = {
      ...plug,
      availability_topic: 'sleepy/availability',
      command_topic: 'sleepy/set',
      state_topic: 'sleepy',
      unique_id: 'sleepy',
      device: { identifiers: ['sleepy'], name: 'Sleepy' },
    };
    await retain('homeassistant/switch/sleepy/config', sleepy);
    await retain('sleepy', { state: 'OFF' });
    await retain('sleepy/availability', 'offline');
    const { request, things } = await connectClient();
    const on = () =>
      waitFor(async () => {
        const found = await things();
        return found.find(({ title }: { title: string }) => title === 'Sleepy')?.properties.on;
      });
    const { forms } = await on();
    const write = (body: boolean) =>
      request('PUT', forms[0].href, { body, headers: { prefer: 'handling=queue' } });
    const first = await write(false);
    const second = await write(true);
    expect(second).toMatchObject({ status: 202, body: { queued_until: expect.any(String) } });
    expect(await on()).toMatchObject({ value: false, target: { value: true, status: 'queued' } });
    const ended = (id: string) =>
      waitFor(async () => {
        const { body } = await request('GET', `/interactions/${id}`);
        return body.status !== 'pending' && body;
      });
    expect((await ended(first.body.id)).problem.type).toMatch(/#superseded$/);

    const received: string[] = [];
    house.home.on('message', (_topic, payload) => received.push(payload.toString()));
    await house.obeys('sleepy/set', (state) => ['sleepy', JSON.stringify({ state })]);
    await retain('sleepy/availability', 'online');
    expect(await ended(second.body.id)).toMatchObject({ status: 'completed' });
    await waitFor(async () => (await on()).value === true);
    expect(await on()).not.toHaveProperty('target');
    expect(received).toEqual(['ON']);
    await retain('homeassistant/switch/sleepy/config', '');
  });

  test('are heard between the polls: what is not retained arrives, and stays', async () => {
    const device = { identifiers: ['thermometer'], name: 'Thermometer' };
    const sensor = (key: string, unit: string) => ({
      device,
      device_class: key,
      unit_of_measurement: unit,
      state_topic: 'cellar',
      value_template: `{{ value_json.${key} }}`,
    });
    await retain('homeassistant/sensor/cellar/temperature/config', sensor('temperature', '°C'));
    await retain('homeassistant/sensor/cellar/humidity/config', sensor('humidity', '%'));
    const { request, client } = await connectClient();
    const read = async () => {
      const { body } = await request('GET', '/things', {
        headers: { accept: 'application/ld+json' },
      });
      const found = body.find((one: { title: string }) => one.title === 'Thermometer');
      return found && { ...found.properties, available: found.available };
    };
    const connectedSince = () =>
      waitFor(
        async () => {
          const { connection } = (await request('GET', client)).body;
          return connection?.state === 'connected' && connection.since;
        },
        { what: 'the connection' },
      );
    const first = await connectedSince();
    await house.home.publishAsync('cellar', '{"temperature": 12.5, "humidity": 70}', { qos: 1 });
    await waitFor(async () => (await read())?.temperature.value === 12.5);
    await house.home.publishAsync('cellar', '{"temperature": 13}', { qos: 1 });
    await waitFor(async () => (await read())?.temperature.value === 13);
    expect((await read()).humidity.value).toBe(70);

    // A worker that is killed is followed by another one, which polls as well.
    process.kill(await house.stack.pidOf('connector-runtime'), 'SIGKILL');
    await waitFor(async () => (await connectedSince()) > first, { what: 'a new connection' });
    expect(await read()).toMatchObject({
      temperature: { value: 13 },
      humidity: { value: 70 },
      available: true,
    });
    await house.home.publishAsync('cellar', '{"humidity": 71}', { qos: 1 });
    await waitFor(async () => (await read()).humidity.value === 71);
    await retain('homeassistant/sensor/cellar/temperature/config', '');
    await retain('homeassistant/sensor/cellar/humidity/config', '');
  });

  test('have no value where they say that it is not known', async () => {
    const door = (kind: string, key: string, options: object) =>
      retain(`homeassistant/${kind}/door/${key}/config`, {
        device: { identifiers: ['door'], name: 'Door' },
        state_topic: 'door',
        value_template: `{{ value_json.${key} }}`,
        ...options,
      });
    await door('sensor', 't', { device_class: 'temperature', unit_of_measurement: '°C' });
    await door('lock', 'bolt', { command_topic: 'door/set' });
    await door('device_tracker', 'at', { payload_reset: 'lost' });
    const { request, client } = await connectClient();
    const values = async () => {
      const { body } = await request('GET', '/things', {
        headers: { accept: 'application/ld+json' },
      });
      const found = body.find((one: { title: string }) => one.title === 'Door');
      const shown = Object.entries<{ value?: unknown }>(found?.properties ?? {});
      return Object.fromEntries(
        shown.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
      );
    };
    await waitFor(
      async () => (await request('GET', client)).body.connection?.state === 'connected',
    );
    const tell = (state: object) =>
      house.home.publishAsync('door', JSON.stringify(state), { qos: 1 });
    await tell({ t: 21, bolt: 'LOCKED', at: 'home' });
    await waitFor(async () => (await values()).at === 'home');
    expect(await values()).toEqual({
      temperature: 21,
      locked: true,
      lock_state: 'locked',
      at: 'home',
    });
    await tell({ t: null, bolt: 'JAMMED', at: 'lost' });
    await waitFor(async () => (await values()).lock_state === 'jammed');
    expect(await values()).toEqual({ lock_state: 'jammed' });
    for (const component of ['sensor/door/t', 'lock/door/bolt', 'device_tracker/door/at']) {
      await retain(`homeassistant/${component}/config`, '');
    }
  });

  test('may hold texts that databases and queues do not like, which harm nobody', async () => {
    const odd = 'a\u0000b\ud800';
    const device = { identifiers: ['odd'], name: 'Odd' };
    const sensor = { device, state_topic: 'odd', value_template: '{{ value_json.text }}' };
    await retain('homeassistant/sensor/odd/config', sensor);
    await retain('odd', { text: odd });
    const { request } = await connectClient();
    const things = await waitFor(async () => {
      const { body } = await request('GET', '/things', {
        headers: { accept: 'application/ld+json' },
      });
      return body.length === 2 && body;
    });
    const values = things.map(({ properties }: { properties: Record<string, object> }) =>
      Object.values(properties).map((property) => (property as { value: unknown }).value),
    );
    expect(values.flat().toSorted()).toEqual([odd, false]);
    await retain('homeassistant/sensor/odd/config', '');
  });

  test('with a wrong password are an ERROR that asks for a correct configuration', async () => {
    const { request, client } = await connectClient('wrong');
    const failed = await waitFor(async () => {
      const { body } = await request('GET', client);
      return body.status === 'ERROR' && body;
    });
    expect(failed).toMatchObject({
      mappings: [],
      error: { code: 'authorization_required', remedy: 'fix-configuration' },
    });
  });
});
