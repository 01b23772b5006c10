import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { installed, waitFor, type Account } from '@trellis/testing';
import { mqttHome } from './mqtt/home.js';

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
async function namesOf(request: Account['request']) {
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

(installed('mosquitto') ? describe : describe.skip)('devices that announce themselves', () => {
  const house = mqttHome();
  const { retain, connectClient } = house;

  test('keep their things whatever identifies them, and are found by it', async () => {
    const announce = (name: string, identifiers: string[], more = {}) => {
      const device = { identifiers, name: 'Lamp', ...more };
      const topics = { state_topic: `s/${name}`, command_topic: `s/${name}/set` };
      return retain(`homeassistant/switch/${name}/config`, { ...topics, name: null, device });
    };
    const mac = { connections: [['mac', 'AA:BB:CC:DD:EE:01']] };
    await announce('lamp', ['lamp-1'], mac);
    await retain('s/lamp', 'OFF');
    const { request } = await connectClient();
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

  test('keep the names of their properties when a relay joins, after a crash as well', async () => {
    await retain(...relay('joined', 'b'));
    const { request } = await connectClient();
    const hasNames = (names: object) =>
      waitFor(async () => isDeepStrictEqual((await namesOf(request)).joined, names));
    await hasNames({ 'b: On': 'on' });
    await retain(...relay('joined', 'a'));
    await hasNames({ 'b: On': 'on', 'a: On': 'on_1' });
    process.kill(await house.stack.pidOf('connector-runtime'), 'SIGKILL');
    await retain(...relay('joined', '0'));
    const names = { 'b: On': 'on', 'a: On': 'on_1', '0: On': 'on_2' };
    await hasNames(names);
    const received: string[] = [];
    house.home.on('message', (topic) => received.push(topic));
    await house.home.subscribeAsync('joined/+/set', { qos: 1 });
    const { body } = await request('GET', '/things', {
      headers: { accept: 'application/ld+json' },
    });
    const { properties } = body.find((one: { title: string }) => one.title === 'joined');
    for (const [key, name] of [
      ['b', 'on'],
      ['a', 'on_1'],
      ['0', 'on_2'],
    ] as const) {
      const headers = { prefer: 'respond-async' };
      await request('PUT', properties[name].forms[0].href, { body: true, headers });
      await waitFor(() => received.at(-1) === `joined/${key}/set`);
    }
    for (const key of ['0', 'a', 'b']) await retain(relay('joined', key)[0], '');
  });

  test('have the same names in whatever order they announce themselves, and none before that', async () => {
    const { request, client } = await connectClient();
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
});
