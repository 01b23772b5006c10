import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  actionAffordance,
  propertyAffordance,
  Unauthorized,
  Unavailable,
  type Entity,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { generate } from 'selfsigned';
import { WebSocketServer, type WebSocket } from 'ws';
import { homeAssistant } from './connector.js';
import { part } from './fixtures.js';
import { startHomeAssistant, type HomeAssistantPeer } from './testing.js';

const pollAt = (client: object, signal = AbortSignal.timeout(20_000)) =>
  homeAssistant.poll(contextFor(homeAssistant, { client, signal }));

/** What the runtime demands of a thing; one that is not valid would fail the whole poll. */
function expectThing({ id, title, properties, actions = {}, values, ...rest }: Entity): void {
  for (const text of [id, title, ...Object.keys(properties), ...Object.keys(actions)]) {
    expect(text).toMatch(/^\P{Cc}{1,256}$/u);
    expect(text.isWellFormed()).toBe(true);
  }
  for (const one of Object.values(properties)) propertyAffordance.parse(one);
  for (const one of Object.values(actions)) actionAffordance.parse(one);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(values)));
  expect(JSON.stringify([properties, actions, values, rest])).not.toContain('\\u0000');
}

describe('a large Home Assistant', () => {
  let peer: HomeAssistantPeer;
  beforeEach(async () => {
    peer = await startHomeAssistant();
  });
  afterEach(() => peer.stop());

  const poll = () => pollAt({ url: peer.url, token: peer.token });

  /** Devices with three sensors each, with the attributes and the length that real ones have. */
  function addDevices(count: number): void {
    const { devices, entities, states } = peer.house;
    for (let n = 0; n < count; n += 1) {
      devices.push({ ...devices[0]!, id: `device-${n}`, name: `Device ${n}`, area_id: 'garden' });
      for (const kind of ['temperature', 'humidity', 'battery']) {
        const entity_id = `sensor.device_${n}_${kind}`;
        entities.push(part(entity_id, `device-${n}`, { original_name: kind }));
        const attributes = { friendly_name: `Device ${n} ${kind}`, device_class: kind };
        states.set(entity_id, {
          ...{ entity_id, state: String(n % 100) },
          attributes: { ...attributes, unit_of_measurement: '%', note: 'x'.repeat(300) },
        });
      }
    }
  }

  test('with 3,000 entities of 1,000 devices is read whole', async () => {
    const before = await poll();
    addDevices(1000);
    const { entities, places, complete } = await poll();
    expect(complete).toBe(true);
    expect(entities).toHaveLength(before.entities.length + 1000);
    expect(entities.find(({ id }) => id === 'device-7')).toMatchObject({
      title: 'Device 7',
      values: { temperature: 7, humidity: 7, battery: 7 },
    });
    expect(places!.find(({ id }) => id === 'garden')!.entities).toHaveLength(1001);
  });

  test('with more things than a client has is read in part, and says so', async () => {
    for (let n = 0; n < 10_100; n += 1) {
      const entity_id = `sensor.number_${n}`;
      peer.house.states.set(entity_id, { entity_id, state: String(n), attributes: {} });
    }
    const { entities, complete } = await poll();
    expect(complete).toBe(false);
    expect(entities).toHaveLength(10_000);
  });

  test('with more in one message than is received is unavailable', async () => {
    const entity_id = 'sensor.large';
    const attributes = { note: 'x'.repeat(17 * 1024 * 1024) };
    peer.house.states.set(entity_id, { entity_id, state: '1', attributes });
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
    await waitFor(() => peer.open() === 0, { what: 'the end of the connection' });
  });

  test('with odd entries has valid things all the same', async () => {
    const { states, devices, entities, areas, floors } = peer.house;
    const before = (await poll()).entities.length;
    const odd = [null, 17, { entity_id: 'sensor.<script>', state: '1' }, { entity_id: 'light.x' }];
    odd.forEach((one, n) => states.set(`odd ${n}`, one as never));
    devices.push({ id: '' } as never, { id: 7 } as never, { id: '\u0000' } as never);
    entities.push(null as never, { entity_id: 8 } as never);
    areas.push({ area_id: '', name: 'Nowhere' }, { area_id: 'cellar', name: '\u0000' });
    areas.push({ area_id: 'garden', name: 'Garden' });
    floors.push({ floor_id: 'x'.repeat(300), name: 'Far above' });
    const attributes = {
      ...{
        friendly_name: '\ud800\u0000\n',
        unit_of_measurement: '\u0007',
        device_class: '__proto__',
      },
      ...{ options: ['a', 'a', '\u0000', 7, ''], min: 9, max: 1, step: -1, code_format: '(a+)+$' },
      ...{ supported_color_modes: ['hs', 'color_temp'], hs_color: ['x'], brightness: 1e9 },
      ...{ min_color_temp_kelvin: 9000, max_color_temp_kelvin: 1, hvac_modes: 'heat' },
      ...{ supported_features: 2 ** 31 - 1, min_temp: 'cold', event_types: {}, mode: {} },
    };
    const kinds = [
      'light',
      'sensor',
      'number',
      'select',
      'climate',
      'lock',
      'event',
      'text',
      'fan',
    ];
    for (const domain of [...kinds, 'media_player', 'weather', 'water_heater', 'vacuum', 'cover']) {
      const entity_id = `${domain}.odd`;
      states.set(entity_id, { entity_id, state: '\u0000', attributes });
    }
    const found = await poll();
    expect(found.entities).toHaveLength(before + 14);
    for (const entity of found.entities) {
      expectThing(entity);
    }
    expect(found.places!.map(({ id }) => id)).toEqual([
      ...['floor/ground', 'floor/upper', 'living_room', 'bedroom', 'garden', 'cellar'],
    ]);
  });
});

describe('a server that speaks WebSocket, but not as Home Assistant does,', () => {
  const servers: WebSocketServer[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      for (const client of server.clients) client.terminate();
      server.close();
    }
  });

  function start(behave: (socket: WebSocket) => void) {
    const server = new WebSocketServer({ port: 0 });
    servers.push(server);
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      behave(socket);
    });
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, open: () => server.clients.size };
  }

  const auth = (socket: WebSocket) => {
    socket.send('{"type":"auth_required"}');
    socket.once('message', () => socket.send('{"type":"auth_ok"}'));
  };

  const inTime = /did not answer in time/;
  const closed = /has closed the connection/;
  const unexpected = /something unexpected/;

  test.each<[string, RegExp, (socket: WebSocket) => void]>([
    ['says nothing', inTime, () => undefined],
    ['closes at once', closed, (socket) => socket.close()],
    ['sends no JSON', unexpected, (socket) => socket.send('<html>')],
    ['sends another shape', unexpected, (socket) => socket.send('[1, 2]')],
    ['answers no command', inTime, auth],
    [
      ...(['answers with the numbers of others', inTime] as const),
      (socket) => {
        auth(socket);
        socket.on('message', () => socket.send('{"type":"result","id":99,"success":true}'));
      },
    ],
    [
      ...(['sends without end', unexpected] as const),
      (socket) => {
        auth(socket);
        const event = JSON.stringify({ type: 'event', event: 'x'.repeat(1024 * 1024) });
        const more = () => void (socket.readyState === 1 && socket.send(event, more));
        more();
      },
    ],
    [
      ...(['closes after the access token', closed] as const),
      (socket) => {
        socket.send('{"type":"auth_required"}');
        socket.once('message', () => socket.terminate());
      },
    ],
  ])('and %s, is unavailable', async (_what, message, behave) => {
    const server = start(behave);
    const began = Date.now();
    const polling = pollAt({ url: server.url, token: 'a-token' }, AbortSignal.timeout(1500));
    const failure = await polling.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect((failure as Error).message).toMatch(message);
    expect(Date.now() - began).toBeLessThan(3500);
    await waitFor(() => server.open() === 0, { what: 'the end of the connection' });
  });

  test('and refuses the access token while commands wait, is Unauthorized', async () => {
    const server = start((socket) => {
      auth(socket);
      socket.on('message', (data) => {
        if (String(data).includes('get_states')) socket.send('{"type":"auth_invalid"}');
      });
    });
    const polling = pollAt({ url: server.url, token: 'a-token' });
    await expect(polling).rejects.toBeInstanceOf(Unauthorized);
  });
});

describe('a Home Assistant with a certificate of its own', () => {
  test('below a path is reached by who trusts it, and by nobody else', async () => {
    const names = [{ name: 'commonName', value: 'localhost' }];
    const { private: key, cert } = await generate(names, {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const peer = await startHomeAssistant({ tls: { key, cert }, path: '/house' });
    try {
      const client = { url: `${peer.url}/`, token: peer.token };
      expect((await pollAt({ ...client, ca: cert })).entities).not.toHaveLength(0);
      await expect(pollAt(client)).rejects.toBeInstanceOf(Unavailable);
    } finally {
      await peer.stop();
    }
  });
});
