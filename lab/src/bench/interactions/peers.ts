import { Agent, request as sendRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { startHomeAssistant, startHueBridge, startWebThing } from '@trellis/connectors/testing';
import { generate } from 'selfsigned';
import { WebSocket } from 'ws';
import { mediaType } from '../../thing-description.js';

/** A lamp behind another technology that notes when a command arrives. */
export interface Peer {
  technology: string;
  connectorType: string;
  instance?: object;
  configuration: object;
  /** The title of its thing. */
  title: string;
  /** Resolves with the time of the next command, by `performance.now()`. */
  nextCommand(): Promise<number>;
  /** Sends a bare command on an open connection; resolves when it was answered. */
  command(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Returns who waits for the next command, and a function for its arrival. */
function createArrivals() {
  let arrive: (at: number) => void = () => undefined;
  return {
    nextCommand: () => new Promise<number>((resolve) => (arrive = resolve)),
    note: () => arrive(performance.now()),
  };
}

/** Sends `PUT` requests on one connection. */
function createSender(url: string, options: RequestOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (body: unknown) =>
    new Promise<void>((resolve, reject) => {
      const request = sendRequest(url, { ...options, agent, method: 'PUT' }, (response) => {
        response.resume().once('end', resolve);
      });
      request.once('error', reject).end(JSON.stringify(body));
    });
}

export async function startHue(): Promise<Peer> {
  const bridge = await startHueBridge();
  const { nextCommand, note } = createArrivals();
  const { put } = bridge.state;
  bridge.state.put = (...given) => {
    note();
    return put(...given);
  };
  const headers = { 'hue-application-key': bridge.key };
  const address = `https://${bridge.host}/clip/v2/resource/light/color-light`;
  const send = createSender(address, { headers, rejectUnauthorized: false });
  return {
    technology: 'Hue',
    connectorType: 'philips-hue',
    configuration: { host: bridge.host, application_key: bridge.key },
    title: 'Desk lamp',
    nextCommand,
    command: () => send({ on: { on: true } }),
    stop: () => bridge.stop(),
  };
}

export async function startHome(): Promise<Peer> {
  const home = await startHomeAssistant();
  const { nextCommand, note } = createArrivals();
  const { push } = home.calls;
  home.calls.push = (...given) => {
    note();
    return push.apply(home.calls, given);
  };
  const send = await openHomeAssistant(home.url, home.token);
  return {
    technology: 'Home Assistant',
    connectorType: 'home-assistant',
    configuration: { url: home.url, token: home.token },
    title: 'Reading lamp',
    nextCommand,
    command: () =>
      send({
        type: 'call_service',
        domain: 'light',
        service: 'turn_on',
        target: { entity_id: 'light.reading_lamp' },
      }),
    stop: () => home.stop(),
  };
}

/** Connects to a Home Assistant; returns a function that sends a command and waits for its result. */
async function openHomeAssistant(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  const waiting = new Map<number, () => void>();
  let id = 0;
  await new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; id: number };
      if (message.type === 'auth_required') {
        socket.send(JSON.stringify({ type: 'auth', access_token: token }));
      } else if (message.type === 'auth_ok') resolve();
      else if (message.type === 'result') waiting.get(message.id)?.();
    });
  });
  return (command: object) =>
    new Promise<void>((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, ...command }));
    });
}

/** A lamp of the Web of Things that can be observed, over TLS. */
export async function startThing(): Promise<Peer> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const { nextCommand, note } = createArrivals();
  let isOn = false;
  let tell: (value: boolean) => void = () => undefined;
  const thing = await startWebThing({}, { tls: { cert, key } });
  thing.answers['/'] = (_request, response) => {
    response.setHeader('content-type', mediaType);
    return {
      '@context': 'https://www.w3.org/2022/wot/td/v1.1',
      id: 'urn:example:lamp',
      title: 'Web lamp',
      security: ['none'],
      securityDefinitions: { none: { scheme: 'nosec' } },
      properties: {
        on: {
          type: 'boolean',
          observable: true,
          forms: [
            { href: `${thing.origin}/on`, op: ['readproperty', 'writeproperty'] },
            { href: `${thing.origin}/changes`, op: 'observeproperty', subprotocol: 'sse' },
          ],
        },
      },
    };
  };
  thing.answers['/on'] = ({ method, body }) => {
    if (method === 'PUT') {
      note();
      isOn = JSON.parse(body) as boolean;
      tell(isOn);
    }
    return isOn;
  };
  thing.answers['/changes'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    tell = (value) => void response.write(`data: ${value}\n\n`);
    return undefined;
  };
  const send = createSender(`${thing.origin}/on`, { ca: cert });
  return {
    technology: 'WoT',
    connectorType: 'wot',
    configuration: { url: `${thing.origin}/`, ca: cert },
    title: 'Web lamp',
    nextCommand,
    command: () => send(true),
    stop: () => thing.stop(),
  };
}
