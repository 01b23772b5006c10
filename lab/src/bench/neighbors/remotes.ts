import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import { startMosquitto } from '@trellis/testing';
import { connectAsync } from 'mqtt';

/** Number of addresses in the hostile description. */
const namedAddresses = 5_000;

/** The remote technologies of hostile clients. */
export interface HostileRemotes {
  /** Accepts connections and never answers. */
  hangingUrl: string;
  /** Answers with a Thing Description that names thousands of addresses. */
  verboseUrl: string;
  /** A broker whose devices have templates that multiply; undefined without Mosquitto. */
  brokerUrl: string | undefined;
}

export async function startHostileRemotes(): Promise<HostileRemotes> {
  const hanging = createTcpServer((socket) => socket.on('error', () => undefined).resume());
  const verbose = createHttpServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    response.setHeader('content-type', 'application/td+json');
    response.end(JSON.stringify(verboseDescription(origin)));
  });
  return {
    hangingUrl: await listen(hanging),
    verboseUrl: await listen(verbose),
    brokerUrl: await startHostileBroker(),
  };
}

/** Starts a name server that never answers; returns `address:port`. */
export async function startSilentNameServer(): Promise<string> {
  const socket = createSocket('udp4').on('message', () => undefined);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

async function listen(server: Server | TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function verboseDescription(origin: string) {
  const property = (n: number) => ({
    type: 'number',
    forms: [{ href: `${origin}/values/${n}`, op: 'readproperty' }],
  });
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: 'urn:example:verbose',
    title: 'Verbose',
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: Object.fromEntries(
      Array.from({ length: namedAddresses }, (_, n) => [`p${n}`, property(n)]),
    ),
  };
}

/** Starts a broker whose devices have a template that doubles an array 25 times and converts it to a string. */
async function startHostileBroker(): Promise<string | undefined> {
  const broker = await startMosquitto();
  if (!broker) return undefined;
  const home = await connectAsync(broker.url);
  const template =
    '{% set a = [1,1] %}' + '{% set a = [a,a] %}'.repeat(25) + '{{ a.startswith("x") }}';
  for (let device = 0; device < 20; device += 1) {
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
