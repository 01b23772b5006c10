import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  discover,
  Misconfigured,
  Unauthorized,
  Unavailable,
  writeProperty,
} from '@trellis/connector-sdk';
import { waitFor, type TestMosquitto } from '@trellis/testing';
import { generate } from 'selfsigned';
import { brokerAddress, client } from './configuration.js';
import { withConnection } from './connection.js';
import { connectDevices, credentials, publishRetained, startBroker } from './testing/broker.js';
import { certificates, fixture } from './testing/fixtures.js';
import { isAvailable } from './testing/peer.js';
import { startVersionGate, type VersionGate } from './testing/version-gate.js';
import { startWebSocketFront } from './testing/web-socket-front.js';
import { connector, contextOf, openSockets, poll } from './testing/polling.js';

let socketsBefore = 0;
beforeEach(() => {
  socketsBefore = openSockets();
});
afterEach(async () => {
  await waitFor(() => openSockets() <= socketsBefore, { what: 'the end of the sockets' });
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

  test('a broker with a certificate that nobody vouches for is Misconfigured', async () => {
    const refused = poll({ broker_url: broker.url });
    await expect(refused).rejects.toEqual(
      new Misconfigured(
        'The certificate of the broker is signed by Trellis test CA, which is not a trusted authority.',
      ),
    );
  });

  test('a broker with the certificate of another host is Misconfigured', async () => {
    const other = broker.url.replace('localhost', 'other.example');
    await expect(poll({ broker_url: other, ca })).rejects.toEqual(
      new Misconfigured('The certificate of the broker is for localhost.'),
    );
  });

  test.each([
    ['has expired', '2020-01-01', '2020-02-03', true, 'expired on 2020-02-03'],
    ['is not valid yet', '2095-01-02', '2096-01-01', true, 'is not valid before 2095-01-02'],
    ['is self-signed', '2020-01-01', '2096-01-01', false, 'is self-signed and not trusted'],
  ])('a broker whose certificate %s is Misconfigured', async (_what, from, to, isTrusted, why) => {
    const altNames = [{ type: 2 as const, value: 'localhost' }];
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames }],
      notBeforeDate: new Date(from),
      notAfterDate: new Date(to),
    });
    const faulty = await startBroker({ tls: { certificate: cert, key } });
    const refused = poll({ broker_url: faulty.url, ca: isTrusted ? cert : undefined });
    await expect(refused).rejects.toEqual(
      new Misconfigured(`The certificate of the broker ${why}.`),
    );
    await faulty.stop();
  });

  test('MQTT without TLS on its port is Unavailable', async () => {
    const plain = broker.url.replace('mqtts', 'mqtt');
    await expect(poll({ broker_url: plain })).rejects.toThrow(Unavailable);
  });
});

(isAvailable ? describe : describe.skip)('by WebSocket', () => {
  const { ca, ...tls } = certificates();
  let broker: TestMosquitto;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    broker = await startBroker({ users: { [credentials.username]: credentials.password } });
    const devices = await connectDevices(broker);
    await publishRetained(devices, fixture('tasmota'));
    await devices.endAsync();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(() => broker.stop());

  async function front(certificate?: typeof tls): Promise<string> {
    const { url, stop } = await startWebSocketFront(broker, certificate);
    stops.push(stop);
    return url;
  }

  test.each([
    ['ws', undefined],
    ['wss', tls],
  ])('a poll reads the devices over %s', async (_scheme, certificate) => {
    const { entities } = await poll({ ...credentials, broker_url: await front(certificate), ca });
    expect(entities.map(({ id }) => id)).toEqual(['device:D04DF5']);
  });

  test('the end of the broker ends the connection', async () => {
    const other = await startBroker({});
    const { url, stop } = await startWebSocketFront(other);
    stops.push(stop);
    const ended = withConnection(
      {
        broker: brokerAddress({}, client.parse({ broker_url: url })),
        resolve: async () => ({ address: '127.0.0.1', family: 4 }),
        signal: AbortSignal.timeout(20_000),
      },
      async ({ whileOpen }) => {
        await other.stop();
        await whileOpen(new Promise(() => undefined));
      },
    );
    await expect(ended).rejects.toEqual(new Unavailable('The broker ended the connection.'));
  });

  test('refused credentials are Unauthorized', async () => {
    const wrong = { ...credentials, password: 'wrong' };
    await expect(poll({ ...wrong, broker_url: await front() })).rejects.toThrow(Unauthorized);
  });

  test('a certificate that nobody vouches for is Misconfigured', async () => {
    const broker_url = await front(tls);
    await expect(poll({ broker_url })).rejects.toEqual(
      new Misconfigured(
        `The certificate of ${new URL(broker_url).host} is signed by Trellis test CA, which is not a trusted authority.`,
      ),
    );
  });

  test('another path of the server is Unavailable, and named by its status', async () => {
    const broker_url = (await front()).replace('/mqtt', '/other');
    await expect(poll({ broker_url })).rejects.toThrow('answers with status 400');
  });

  test('a host that must not be reached is not', async () => {
    const refusal = new Misconfigured('The address 127.0.0.1 is not allowed.');
    const context = {
      ...contextOf({ broker_url: await front() }),
      resolve: () => Promise.reject(refusal),
    };
    await expect(discover(connector, context)).rejects.toBe(refusal);
  });

  test('the name is looked up once, and the connection goes to that address', async () => {
    const url = (await front()).replace('localhost', 'rebinding.example');
    const names: string[] = [];
    const context = {
      ...contextOf({ ...credentials, broker_url: url }),
      resolve: async (name: string) => {
        names.push(name);
        return { address: '127.0.0.1', family: 4 } as const;
      },
    };
    expect((await discover(connector, context)).entities).toHaveLength(1);
    expect(names).toEqual(['rebinding.example']);
  });
});

(isAvailable ? describe : describe.skip)('with a broker for MQTT 5 only', () => {
  let broker: TestMosquitto;
  let gate: VersionGate | undefined;

  beforeAll(async () => {
    broker = await startBroker({
      users: { [credentials.username]: credentials.password },
      acl: [`user ${credentials.username}`, 'topic read #', 'topic write tasmota/discovery/#'],
    });
    const devices = await connectDevices(broker);
    await publishRetained(devices, fixture('tasmota-native').filter(isAnnouncement));
    await devices.endAsync();
  });
  afterEach(() => gate?.stop());
  afterAll(() => broker.stop());

  const isAnnouncement = ({ topic }: { topic: string }) => topic.startsWith('tasmota/discovery/');
  const open = async (options: { accepts: number[]; refusal: number }) => {
    gate = await startVersionGate(broker, options);
    return { ...credentials, broker_url: gate.url };
  };

  test.each([1, 0x84])(
    'that refuses others with code %d, a poll reads the devices',
    async (refusal) => {
      const { entities } = await poll(await open({ accepts: [5], refusal }));
      expect(entities).toHaveLength(1);
      expect(gate?.versions).toEqual([4, 5]);
    },
  );

  test('refused credentials are Unauthorized', async () => {
    const configuration = await open({ accepts: [5], refusal: 1 });
    const refused = poll({ ...configuration, password: 'wrong' });
    await expect(refused).rejects.toThrow(Unauthorized);
  });

  test('a command that its user may not publish is Unauthorized', async () => {
    const configuration = await open({ accepts: [5], refusal: 1 });
    const { entities } = await poll(configuration);
    const on = { device: entities[0]!.id, property: 'on', value: true };
    const written = writeProperty(connector, contextOf(configuration), on);
    await expect(written).rejects.toThrow(Unauthorized);
  });

  test('one that refuses every version is Unavailable', async () => {
    const refused = poll(await open({ accepts: [], refusal: 1 }));
    await expect(refused).rejects.toThrow('supports neither MQTT 3.1.1 nor MQTT 5');
    expect(gate?.versions).toEqual([4, 5]);
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

  /** The filters of a SUBSCRIBE with one byte of remaining length. */
  function filtersOf(packet: Buffer): string[] {
    const filters: string[] = [];
    for (let at = 4; at < packet.length; at += 3 + packet.readUInt16BE(at)) {
      filters.push(packet.toString('utf8', at + 2, at + 2 + packet.readUInt16BE(at)));
    }
    return filters;
  }

  test('nothing that listens is Unavailable', async () => {
    const broker_url = await listen(() => undefined);
    server?.close();
    await expect(poll({ broker_url })).rejects.toThrow('refuses connections (ECONNREFUSED)');
  });

  test.each(['mqtt', 'mqtts', 'ws', 'wss'])(
    '%s that never answers is Unavailable',
    async (scheme) => {
      const broker_url = (await listen(() => undefined)).replace('mqtt', scheme);
      await expect(poll({ broker_url }, AbortSignal.timeout(200))).rejects.toThrow(Unavailable);
    },
  );

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

  test('one that refuses the topics of a device is named by a problem of the poll', async () => {
    const announcement = JSON.stringify({ state_topic: 'hidden', device: { identifiers: 'x' } });
    const topic = 'homeassistant/sensor/x/config';
    const broker_url = await listen((socket) =>
      socket.on('data', (packet) => {
        if (packet[0] === 0x10) socket.write(accepted);
        if (packet[0] !== 0x82) return;
        const filters = filtersOf(packet);
        const codes = filters.map((filter) => (filter === 'hidden' ? 0x80 : 0));
        const id = packet.subarray(2, 4);
        socket.write(Buffer.from([0x90, 2 + codes.length, ...id, ...codes]));
        if (filters[0]?.startsWith('homeassistant/')) {
          const body = Buffer.from(`\0${String.fromCharCode(topic.length)}${topic}${announcement}`);
          socket.write(Buffer.from([0x31, body.length, ...body]));
        }
      }),
    );
    const { entities, problems } = await poll({ broker_url });
    expect(entities.map(({ id }) => id)).toEqual(['device:x']);
    expect(problems).toEqual([
      {
        failure: new Unauthorized(
          'The broker does not let this user read all topics of the devices.',
        ),
      },
    ]);
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
      throw new Misconfigured('The address 127.0.0.1 is not allowed.');
    };
    const context = { ...contextOf({ broker_url: 'mqtt://localhost' }), resolve };
    await expect(discover(connector, context)).rejects.toThrow(Misconfigured);
  });

  test('neither a broker of the client nor of the instance is Misconfigured', async () => {
    await expect(poll({})).rejects.toThrow(Misconfigured);
  });
});
