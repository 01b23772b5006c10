import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  discover,
  invokeAction,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
  writeProperty,
  type Connector,
  type Discovery,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { waitFor, type TestMosquitto } from '@trellis/testing';
import type { MqttClient } from 'mqtt';
import { mqttDiscovery } from './connector.js';
import { connectDevices, credentials, publishRetained, startBroker } from './testing/broker.js';
import { certificates, devicesOf, fixture, fixtures } from './testing/fixtures.js';
import { isAvailable } from './testing/peer.js';

const connector = mqttDiscovery as unknown as Connector;

/** What the runtime provides for a client with this configuration. */
const contextOf = (client: object, signal = AbortSignal.timeout(60_000)) => ({
  ...contextFor(connector, { instance: {}, client, signal }),
  resolve: async () => ({ address: '127.0.0.1', family: 4 }) as const,
});

const poll = (client: object, signal?: AbortSignal): Promise<Discovery> =>
  discover(connector, contextOf(client, signal));

/** How many sockets this process has open. */
const openSockets = () =>
  process.getActiveResourcesInfo().filter((kind) => /^(TCPSocket|TLS)Wrap$/.test(kind)).length;

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
      const known = abilities.filter((one) => 'property' in one && one.value !== undefined);
      const shown = known.map((one) => [one.name, 'value' in one ? one.value : undefined]);
      expect(entities[index]?.values).toEqual(Object.fromEntries(shown));
    }
  });

  test('a device that takes its messages back is not found any more', async () => {
    const topic = 'homeassistant/sensor/passing/config';
    await publishRetained(devices, [{ topic, payload: '{"stat_t":"passing"}' }]);
    const ids = async () => (await poll(here())).entities.map(({ id }) => id);
    expect(await ids()).toContain('component:sensor/passing');
    await publishRetained(devices, [{ topic, payload: '' }]);
    expect(await ids()).not.toContain('component:sensor/passing');
  });

  test('two polls at once do not disconnect each other', async () => {
    const [first, second] = await Promise.all([poll(here()), poll(here())]);
    expect(second).toEqual(first);
  });

  test('another prefix has other devices', async () => {
    expect(await poll({ ...here(), discovery_prefix: 'elsewhere' })).toMatchObject({
      entities: [],
      complete: true,
    });
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

  test('a user who may read nothing finds nothing', async () => {
    const found = await poll({ broker_url: broker.url, username: 'no reader', password: 'x' });
    expect(found.entities).toEqual([]);
  });

  test('a poll that is aborted is Unavailable', async () => {
    await expect(poll(here(), AbortSignal.timeout(100))).rejects.toThrow(Unavailable);
    await expect(poll(here(), AbortSignal.abort())).rejects.toThrow(Unavailable);
  });

  describe('commands', () => {
    /** What a device hears while something is done. */
    async function heard(topic: string, act: () => Promise<unknown>): Promise<string[]> {
      const messages: string[] = [];
      const take = (to: string, payload: Buffer) => messages.push(`${to} ${String(payload)}`);
      devices.on('message', take);
      await devices.subscribeAsync(topic, { qos: 1 });
      try {
        await act();
        await waitFor(() => messages.length > 0, { what: 'the command' });
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
      expect(await heard(topic, write)).toEqual([message]);
    });

    test.each([
      [attic, 'restart', 'attic/button/restart/command PRESS'],
      [attic, 'open', 'attic/cover/skylight/command OPEN'],
      [lamp, 'identify', 'zigbee2mqtt/living_room_lamp/set {"identify": "identify"}'],
    ])('invoking %s %s', async (device, action, message) => {
      const [topic = ''] = message.split(' ');
      const input = undefined;
      const invoke = () => invokeAction(connector, contextOf(here()), { device, action, input });
      expect(await heard(topic, invoke)).toEqual([message]);
    });

    test.each([
      ['device:unknown', 'on', Unavailable],
      [plug, 'unknown', Rejected],
      [plug, 'power', Rejected],
    ])('writing %s %s is refused', async (device, property, failure) => {
      const request = { device, property, value: true };
      await expect(writeProperty(connector, contextOf(here()), request)).rejects.toThrow(failure);
    });

    test('invoking what is not there is refused', async () => {
      const request = { device: plug, action: 'unknown', input: undefined };
      await expect(invokeAction(connector, contextOf(here()), request)).rejects.toThrow(Rejected);
    });
  });
});

(isAvailable ? describe : describe.skip)('with a broker that has TLS', () => {
  const { ca, ...tls } = certificates();
  let broker: TestMosquitto;

  beforeAll(async () => {
    broker = await startBroker({ tls });
    const devices = await connectDevices(broker, { ca, servername: 'localhost' });
    await publishRetained(devices, fixture('tasmota'));
    await devices.endAsync();
  });
  afterAll(() => broker.stop());

  test('a poll trusts the authority of the configuration', async () => {
    const { entities } = await poll({ broker_url: broker.url, ca });
    expect(entities.map(({ id }) => id)).toEqual(['device:D04DF5']);
  });

  test('a broker with a certificate that nobody vouches for is Unavailable', async () => {
    await expect(poll({ broker_url: broker.url })).rejects.toThrow(/UNABLE_TO_VERIFY_LEAF/);
  });

  test('a broker with the certificate of another host is Unavailable', async () => {
    const other = broker.url.replace('localhost', 'other.example');
    await expect(poll({ broker_url: other, ca })).rejects.toThrow(/ERR_TLS_CERT_ALTNAME_INVALID/);
  });

  test('MQTT without TLS on its port is Unavailable', async () => {
    const plain = broker.url.replace('mqtts', 'mqtt');
    await expect(poll({ broker_url: plain })).rejects.toThrow(Unavailable);
  });
});

describe('with something else than a broker', () => {
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  /** Listens, and treats connections as told. */
  async function listen(accept: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      // A socket that is not read from does not notice that the other side has closed it.
      socket.resume();
      accept(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `mqtt://localhost:${(server.address() as AddressInfo).port}`;
  }
  afterEach(async () => {
    await waitFor(() => sockets.size === 0, { what: 'the end of the connections' });
    server?.close();
  });

  const accepted = Buffer.from([0x20, 2, 0, 0]);
  /** The answer to a SUBSCRIBE with one byte of remaining length. */
  const granted = (packet: Buffer, code: number) =>
    Buffer.from([0x90, 4, packet.readUInt8(2), packet.readUInt8(3), code, code]);

  test('nothing that listens is Unavailable', async () => {
    const broker_url = await listen(() => undefined);
    server?.close();
    await expect(poll({ broker_url })).rejects.toThrow('cannot be reached (ECONNREFUSED)');
  });

  test.each(['mqtt', 'mqtts'])('%s that never answers is Unavailable', async (scheme) => {
    const broker_url = (await listen(() => undefined)).replace('mqtt', scheme);
    await expect(poll({ broker_url }, AbortSignal.timeout(200))).rejects.toThrow(Unavailable);
  });

  test('a broker that accepts the connection and then is silent is Unavailable', async () => {
    const broker_url = await listen((socket) => socket.once('data', () => socket.write(accepted)));
    await expect(poll({ broker_url }, AbortSignal.timeout(300))).rejects.toThrow(Unavailable);
  });

  test.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['is busy', (socket: Socket) => socket.write(Buffer.from([0x20, 2, 0, 3]))],
    [
      'hangs up later',
      (socket: Socket) => (socket.write(accepted), setTimeout(() => socket.destroy(), 50)),
    ],
  ])('one that %s is Unavailable', async (_what, answer) => {
    const broker_url = await listen((socket) => socket.once('data', () => answer(socket)));
    await expect(poll({ broker_url })).rejects.toThrow(Unavailable);
  });

  test.each([4, 5])('code %d of CONNACK is Unauthorized', async (code) => {
    const refused = Buffer.from([0x20, 2, 0, code]);
    const broker_url = await listen((socket) => socket.once('data', () => socket.write(refused)));
    await expect(poll({ broker_url, ...credentials })).rejects.toThrow(Unauthorized);
  });

  test('one that refuses the discovery topics is Unauthorized', async () => {
    const broker_url = await listen((socket) =>
      socket.on('data', (packet) => {
        if (packet[0] === 0x10) socket.write(accepted);
        if (packet[0] === 0x82) socket.write(granted(packet, 0x80));
      }),
    );
    await expect(poll({ broker_url })).rejects.toThrow(Unauthorized);
  });

  test('one that sends a message without end is Unavailable before it fills the memory', async () => {
    let sent = 0;
    const broker_url = await listen((socket) =>
      socket.on('data', (packet) => {
        if (packet[0] === 0x10) socket.write(accepted);
        if (packet[0] !== 0x82) return;
        socket.write(granted(packet, 0));
        // PUBLISH with 250 MB to come.
        socket.write(Buffer.from([0x31, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x61]));
        const chunk = Buffer.alloc(64 * 1024);
        const send = (): void => {
          while (!socket.destroyed && sent < 200e6) {
            sent += chunk.length;
            if (!socket.write(chunk)) {
              socket.once('drain', send);
              return;
            }
          }
        };
        send();
      }),
    );
    await expect(poll({ broker_url })).rejects.toThrow('too large');
    expect(sent).toBeLessThan(30e6);
  });

  test('a host that must not be reached is not', async () => {
    const resolve = async () => {
      throw new Misconfigured('The host has no address that is allowed.');
    };
    const context = { ...contextOf({ broker_url: 'mqtt://localhost' }), resolve };
    await expect(discover(connector, context)).rejects.toThrow(Misconfigured);
  });

  test('neither a broker of the client nor of the instance is Misconfigured', async () => {
    await expect(poll({})).rejects.toThrow(Misconfigured);
  });
});
