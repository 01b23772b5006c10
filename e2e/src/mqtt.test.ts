import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  installed,
  newAccount,
  startMosquitto,
  startStack,
  waitFor,
  type Stack,
  type TestMosquitto,
} from '@trellis/testing';
import { connectAsync, type MqttClient } from 'mqtt';

const connector_type_id = 'mqtt-discovery';
const users = { trellis: 'a password' };

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
  let broker: TestMosquitto;
  let stack: Stack;
  let home: MqttClient;
  const retain = (topic: string, payload: unknown) =>
    home.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), {
      retain: true,
      qos: 1,
    });

  beforeAll(async () => {
    broker = (await startMosquitto({ users }))!;
    stack = await startStack();
    home = await connectAsync(broker.url, { username: 'trellis', password: users.trellis });
  });
  afterAll(async () => {
    await home.endAsync();
    await stack.stop();
    stack.clear();
    await broker.stop();
  });

  /** A client of the broker for a subject of a new account. */
  async function connectClient(password: string) {
    const account = newAccount(stack);
    const subject = 'alice';
    const configuration = { broker_url: broker.url };
    await account.request('POST', '/connectors/instances', {
      body: { connector_type_id, configuration },
    });
    const created = await account.request('POST', '/connectors/clients', {
      subject,
      body: {
        connector_type_id,
        configuration: { username: 'trellis', password, interval_ms: 1000 },
      },
    });
    const client = `/connectors/clients/${created.body.client_id}`;
    const only = () =>
      waitFor(async () => {
        const { body } = await account.request('GET', '/things', {
          subject,
          headers: { accept: 'application/ld+json' },
        });
        return body[0];
      });
    return { ...account, client, only };
  }

  test('appear as things with the names of the capabilities, follow their state, and may vanish', async () => {
    await retain('homeassistant/switch/0x00158d00018255df/switch/config', plug);
    await retain('zigbee2mqtt/plug', { state: 'OFF' });
    const { request, only } = await connectClient(users.trellis);

    const thing = await only();
    expect(thing).toMatchObject({ title: 'Plug in the kitchen', available: true });
    expect(thing['@type']).toEqual(expect.arrayContaining(['OnOffSwitch']));
    expect(thing.properties.on).toMatchObject({ type: 'boolean', value: false });

    await retain('zigbee2mqtt/plug', { state: 'ON' });
    await waitFor(async () => (await only()).properties.on.value === true);

    const received: string[] = [];
    home.on('message', (_topic, payload) => received.push(payload.toString()));
    await home.subscribeAsync('zigbee2mqtt/plug/set');
    const [form] = thing.properties.on.forms;
    expect((await request('PUT', form.href, { body: false })).status).toBe(204);
    await waitFor(() => received.includes('OFF'));

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

  test('keep their things whatever identifies them, and are found by it', async () => {
    const announce = (name: string, identifiers: string[], more = {}) => {
      const device = { identifiers, name: 'Lamp', ...more };
      const topics = { state_topic: `s/${name}`, command_topic: `s/${name}/set` };
      return retain(`homeassistant/switch/${name}/config`, { ...topics, name: null, device });
    };
    const mac = { connections: [['mac', 'AA:BB:CC:DD:EE:01']] };
    await announce('lamp', ['lamp-1'], mac);
    await retain('s/lamp', 'OFF');
    const { request } = await connectClient(users.trellis);
    const find = async (identifier: string) => {
      const path = `/things?identifier=${encodeURIComponent(identifier)}`;
      const { body } = await request('GET', path, { headers: { accept: 'application/ld+json' } });
      return body as { id: string; identifiers: { value: string }[] }[];
    };
    const [{ id } = { id: '' }] = await waitFor(async () => {
      const found = await find('lamp-1');
      return found.length === 1 && found;
    });
    const idsByMac = async () => (await find('aa-bb-cc-dd-ee-01')).map((thing) => thing.id);

    for (const identifiers of [['lamp-1', 'extra-0'], ['lamp-new']]) {
      await announce('lamp', identifiers, mac);
      const has = ({ identifiers: shown }: { identifiers: { value: string }[] }) =>
        identifiers.every((value) => shown.some((one) => one.value === value));
      await waitFor(async () => (await find('AABBCCDDEE01')).some(has));
      expect(await idsByMac()).toEqual([id]);
    }

    await announce('other', ['lamp-2']);
    const [{ id: other } = { id: '' }] = await waitFor(async () => {
      const found = await find('lamp-2');
      return found.length === 1 && found;
    });
    expect(other).not.toBe(id);
    await announce('other', ['lamp-2', 'lamp-new'], mac);
    await waitFor(async () => (await find('lamp-2'))[0]?.id === id);
    const alias = `/things/${other.replace('urn:uuid:', '')}`;
    expect((await request('GET', alias)).body.id).toBe(id);
    const { body: values } = await request('GET', `${alias}/properties`);
    const [property, value] = Object.entries(values)[0]!;
    expect(value).toBe(false);
    const written = await request('PUT', `${alias}/properties/${property}`, { body: false });
    expect(written.status).toBe(204);
    await retain('homeassistant/switch/lamp/config', '');
    await retain('homeassistant/switch/other/config', '');
  });

  test('are sent nothing while they are out of reach', async () => {
    const availability = { availability_topic: 'away/availability' };
    const away = { ...plug, ...availability, command_topic: 'away/set', unique_id: 'away' };
    const device = { identifiers: ['away'], name: 'Away' };
    await retain('homeassistant/switch/away/config', { ...away, device });
    await retain('away/availability', 'offline');
    const { request } = await connectClient(users.trellis);
    const whenAvailable = (available: boolean) =>
      waitFor(async () => {
        const { body } = await request('GET', '/things', {
          headers: { accept: 'application/ld+json' },
        });
        const thing = body.find((one: { title: string }) => one.title === 'Away');
        return thing?.available === available && (thing.properties.on.forms[0].href as string);
      });
    const received: string[] = [];
    home.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
    await home.subscribeAsync('away/set', { qos: 1 });
    const href = await whenAvailable(false);
    const refused = await request('PUT', href, { body: true });
    expect(refused.status).toBe(409);
    expect(refused.body.type).toMatch(/#device_unavailable$/);
    await retain('away/availability', 'online');
    await whenAvailable(true);
    expect((await request('PUT', href, { body: false })).status).toBe(204);
    await waitFor(() => received.includes('away/set OFF'));
    expect(received).not.toContain('away/set ON');
    await retain('homeassistant/switch/away/config', '');
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
    const { request, client } = await connectClient(users.trellis);
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
    await home.publishAsync('cellar', '{"temperature": 12.5, "humidity": 70}', { qos: 1 });
    await waitFor(async () => (await read())?.temperature.value === 12.5);
    await home.publishAsync('cellar', '{"temperature": 13}', { qos: 1 });
    await waitFor(async () => (await read())?.temperature.value === 13);
    expect((await read()).humidity.value).toBe(70);

    // A worker that is killed is followed by another one, which polls as well.
    process.kill(await stack.pidOf('connector-runtime'), 'SIGKILL');
    await waitFor(async () => (await connectedSince()) > first, { what: 'a new connection' });
    expect(await read()).toMatchObject({
      temperature: { value: 13 },
      humidity: { value: 70 },
      available: true,
    });
    await home.publishAsync('cellar', '{"humidity": 71}', { qos: 1 });
    await waitFor(async () => (await read()).humidity.value === 71);
    await retain('homeassistant/sensor/cellar/temperature/config', '');
    await retain('homeassistant/sensor/cellar/humidity/config', '');
  });

  /** A relay of a board, as it announces itself. */
  const relay = (board: string, key: string) =>
    [
      `homeassistant/switch/${board}/${key}/config`,
      {
        name: key,
        unique_id: `${board}_${key}`,
        state_topic: `${board}/${key}`,
        command_topic: `${board}/${key}/set`,
        device: { identifiers: [board], name: board },
      },
    ] as const;

  /** Reads the names of the properties of all things, by the titles of the things and the properties. */
  async function namesOf(request: ReturnType<typeof newAccount>['request']) {
    const { body } = await request('GET', '/things', {
      headers: { accept: 'application/ld+json' },
    });
    const things = body as { title: string; properties: Record<string, { title: string }> }[];
    return Object.fromEntries(
      things.map(({ title, properties }) => [
        title,
        Object.fromEntries(Object.entries(properties).map(([name, one]) => [one.title, name])),
      ]),
    );
  }

  test('keep the names of their properties when a relay joins, after a crash as well', async () => {
    await retain(...relay('joined', 'b'));
    const { request } = await connectClient(users.trellis);
    const hasNames = (names: object) =>
      waitFor(async () => isDeepStrictEqual((await namesOf(request)).joined, names));
    await hasNames({ 'b: On': 'on' });
    await retain(...relay('joined', 'a'));
    await hasNames({ 'b: On': 'on', 'a: On': 'on_1' });
    process.kill(await stack.pidOf('connector-runtime'), 'SIGKILL');
    await retain(...relay('joined', '0'));
    const names = { 'b: On': 'on', 'a: On': 'on_1', '0: On': 'on_2' };
    await hasNames(names);
    const received: string[] = [];
    home.on('message', (topic) => received.push(topic));
    await home.subscribeAsync('joined/+/set', { qos: 1 });
    const { body } = await request('GET', '/things', {
      headers: { accept: 'application/ld+json' },
    });
    const { properties } = body.find((one: { title: string }) => one.title === 'joined');
    for (const [key, name] of [
      ['b', 'on'],
      ['a', 'on_1'],
      ['0', 'on_2'],
    ] as const) {
      await request('PUT', properties[name].forms[0].href, { body: true });
      await waitFor(() => received.at(-1) === `joined/${key}/set`);
    }
    for (const key of ['0', 'a', 'b']) await retain(relay('joined', key)[0], '');
  });

  test('have the same names in whatever order they announce themselves, and none before that', async () => {
    const { request, client } = await connectClient(users.trellis);
    await waitFor(
      async () => (await request('GET', client)).body.connection?.state === 'connected',
    );
    const orders = { abcd: 'abcd', dcba: 'dcba', bdac: 'bdac', cadb: 'cadb' };
    const boards = Object.keys(orders).map((order) => `board-${order}`);
    const seen = new Map<string, Set<string>>();
    const read = async () => {
      const names = await namesOf(request);
      const found = boards.filter((board) => names[board]);
      for (const board of found) {
        const distinct = seen.get(board) ?? new Set();
        seen.set(board, distinct.add(JSON.stringify(Object.entries(names[board]!).sort())));
      }
      return found.length === boards.length;
    };
    const announce = async () => {
      for (let step = 0; step < 4; step += 1) {
        for (const board of boards) await retain(...relay(board, board.at(6 + step)!));
        // Devices announce their components within about a second.
        await pause(200);
      }
    };
    await Promise.all([announce(), waitFor(read)]);
    const whole = ['a', 'b', 'c', 'd'].map((key, index) => [`${key}: On`, `on_${index + 1}`]);
    for (const board of boards) expect([...seen.get(board)!]).toEqual([JSON.stringify(whole)]);
    for (const board of boards) for (const key of 'abcd') await retain(relay(board, key)[0], '');
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
    const { request, client } = await connectClient(users.trellis);
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
    const tell = (state: object) => home.publishAsync('door', JSON.stringify(state), { qos: 1 });
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
    const { request } = await connectClient(users.trellis);
    const things = await waitFor(async () => {
      const { body } = await request('GET', '/things', {
        headers: { accept: 'application/ld+json' },
      });
      return body.length === 2 && body;
    });
    const values = things.map(({ properties }: { properties: Record<string, object> }) =>
      Object.values(properties).map((property) => (property as { value: unknown }).value),
    );
    expect(values.flat().toSorted()).toEqual([odd, true]);
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
