import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startHttpServer, startMosquitto } from '@trellis/testing';
import { connectAsync } from 'mqtt';
import { range } from '../../numbers.js';
import { describeThing, mediaType } from '../../thing-description.js';

const namedAddresses = 5_000;
const mebibyte = 1024 * 1024;

export interface HostileRemotes {
  /** Accepts connections and never answers. */
  hangingUrl: string;
  /** Answers with a Thing Description that names thousands of addresses. */
  verboseUrl: string;
  /** Describes lamps that accept a command and never answer. */
  hangingLampUrl: string;
  /** A broker whose devices have templates that multiply; undefined without Mosquitto. */
  brokerUrl: string | undefined;
  /** Serves each of {@link largeAnswers} at its name. */
  largeUrl: string;
  /** A broker on which 20,000 sensors are announced; undefined without Mosquitto. */
  floodUrl: string | undefined;
  /** A broker on which 10 sensors are announced; undefined without Mosquitto. */
  sensorsUrl: string | undefined;
}

/** Answers that take much to process. */
export const largeAnswers = {
  nested: () => '['.repeat(2 * mebibyte) + ']'.repeat(2 * mebibyte),
  numbers: () => `[${'1,'.repeat(2 * mebibyte - 2)}1]`,
  devices: () => JSON.stringify(range(9_900).map((id) => ({ id: `device-${id}`, value: id }))),
  things: () =>
    `[${range(4_000)
      .map((n) => describeThing(`thing-${n}`, `Thing ${n}`))
      .join()}]`,
  thing: () =>
    describeThing(
      'large',
      'Large',
      Object.fromEntries(range(20_000).map((n) => [`p${n}`, { type: 'number', forms: [] }])),
    ),
} satisfies Record<string, () => string>;

export async function startHostileRemotes(): Promise<HostileRemotes> {
  const hanging = await startHangingServer();
  const verbose = await startHttpServer(({ headers }, response) => {
    const property = (n: number) => ({
      type: 'number',
      forms: [{ href: `http://${headers.host}/values/${n}`, op: 'readproperty' }],
    });
    const properties = range(namedAddresses).map((n) => [`p${n}`, property(n)] as const);
    response.setHeader('content-type', mediaType);
    response.end(describeThing('verbose', 'Verbose', Object.fromEntries(properties)));
  });
  const lamps = await startHttpServer(({ url }, response) => {
    const forms = [{ href: `${hanging.address}${url}`, op: 'writeproperty' }];
    const on = { type: 'boolean', writeOnly: true, forms };
    response.setHeader('content-type', mediaType);
    response.end(describeThing(`hanging${url}`, 'Hanging', { on }));
  });
  const large = await startLargeServer();
  return {
    hangingUrl: hanging.address,
    verboseUrl: verbose.address,
    hangingLampUrl: lamps.address,
    brokerUrl: await startHostileBroker(),
    largeUrl: large.address,
    floodUrl: await startBrokerOfSensors(20_000),
    sensorsUrl: await startBrokerOfSensors(10),
  };
}

/** Starts a server that accepts connections and never answers. */
export async function startHangingServer() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
  };
}

/** Starts a name server that never answers; returns `address:port`. */
export async function startSilentNameServer(): Promise<string> {
  const socket = createSocket('udp4').on('message', () => undefined);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** Starts a broker whose devices have a template that doubles an array 25 times and converts it to a string. */
async function startHostileBroker(): Promise<string | undefined> {
  const broker = await startMosquitto();
  if (!broker) return undefined;
  const home = await connectAsync(broker.url);
  const template =
    '{% set a = [1,1] %}' + '{% set a = [a,a] %}'.repeat(25) + '{{ a.startswith("x") }}';
  for (const device of range(20)) {
    const announced = {
      name: 'Plug',
      state_topic: `plug/${device}`,
      value_template: template,
      unique_id: `plug-${device}`,
      device: { identifiers: [`plug-${device}`], name: `Plug ${device}` },
    };
    const topic = `homeassistant/sensor/plug-${device}/config`;
    await home.publishAsync(topic, JSON.stringify(announced), { retain: true, qos: 1 });
    await home.publishAsync(`plug/${device}`, 'ON', { retain: true, qos: 1 });
  }
  await home.endAsync();
  return broker.url;
}

function startLargeServer() {
  const texts = new Map(Object.entries(largeAnswers).map(([name, text]) => [name, text()]));
  return startHttpServer(({ url }, response) => {
    const name = /^\/(\w+)/.exec(url)?.[1] ?? '';
    response.setHeader('content-type', name.startsWith('thing') ? mediaType : 'application/json');
    response.end(texts.get(name));
  });
}

async function startBrokerOfSensors(count: number): Promise<string | undefined> {
  const broker = await startMosquitto();
  if (!broker) return undefined;
  const home = await connectAsync(broker.url);
  for (const sensor of range(count)) {
    const topic = `homeassistant/sensor/sensor-${sensor}/config`;
    await home.publishAsync(topic, announcementOf(sensor), { retain: true });
  }
  await home.endAsync();
  return broker.url;
}

/** The announcement of a sensor, whose topic is `sensor/<its number>`. */
export const announcementOf = (sensor: number, name = `Sensor ${sensor}`): string =>
  JSON.stringify({
    name,
    state_topic: `sensor/${sensor}`,
    unique_id: `sensor-${sensor}`,
    device: { identifiers: [`sensor-${sensor}`], name },
  });
