import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { HttpServer } from '@node-wot/binding-http';
import { Servient } from '@node-wot/core';
import getPort from 'get-port';
import webthing from 'webthing';

/** A lamp as the scripting API of the WoT describes it. */
const lamp = {
  title: 'Lamp',
  description: 'A lamp of a node-wot servient',
  properties: {
    on: { type: 'boolean' },
    brightness: { type: 'integer', minimum: 0, maximum: 100, unit: 'percent' },
    serial: { type: 'string', readOnly: true },
  },
  actions: {
    toggle: { output: { type: 'boolean' }, idempotent: false },
    fade: {
      input: { type: 'object', properties: { to: { type: 'integer' } }, required: ['to'] },
    },
  },
};

export interface NodeWotPeer {
  /** Of a list of the addresses of its things. */
  url: string;
  /** Of the description of its lamp. */
  lamp: string;
  state: { on: boolean; brightness: number };
  /** Takes a second thing away, and brings it back. */
  hideSensor(): void;
  showSensor(): void;
  stop(): Promise<void>;
}

type Security = { scheme: 'nosec' | 'basic' };
export interface Credentials {
  username: string;
  password: string;
}

/** A servient of node-wot with a lamp and a sensor; with credentials it lets nobody else in. */
export async function startNodeWot(
  security: Security = { scheme: 'nosec' },
  credentials?: Credentials,
): Promise<NodeWotPeer> {
  const port = await getPort();
  const servient = new Servient();
  const origin = `http://localhost:${port}`;
  servient.addServer(new HttpServer({ port, baseUri: origin, security: [security] }));
  if (credentials) {
    servient.addCredentials({ 'urn:peer:lamp': credentials, 'urn:peer:sensor': credentials });
  }
  const wot = await servient.start();
  const state = { on: false, brightness: 40 };
  const secured = { securityDefinitions: { sc: security }, security: ['sc'] };

  const exposedLamp = await wot.produce({ id: 'urn:peer:lamp', ...secured, ...lamp } as never);
  exposedLamp.setPropertyReadHandler('on', async () => state.on);
  exposedLamp.setPropertyReadHandler('brightness', async () => state.brightness);
  exposedLamp.setPropertyReadHandler('serial', async () => 'A-1');
  exposedLamp.setPropertyWriteHandler('on', async (value) => {
    state.on = (await value.value()) as boolean;
  });
  exposedLamp.setPropertyWriteHandler('brightness', async (value) => {
    state.brightness = (await value.value()) as number;
  });
  exposedLamp.setActionHandler('toggle', async () => {
    state.on = !state.on;
    return state.on;
  });
  exposedLamp.setActionHandler('fade', async (input) => {
    state.brightness = ((await input.value()) as { to: number }).to;
    return undefined;
  });
  await exposedLamp.expose();

  const sensor = await wot.produce({
    id: 'urn:peer:sensor',
    ...secured,
    title: 'Sensor',
    properties: { temperature: { type: 'number', unit: '°C', readOnly: true } },
  } as never);
  sensor.setPropertyReadHandler('temperature', async () => 21.5);
  await sensor.expose();

  const listed = new Set([`${origin}/lamp`, `${origin}/sensor`]);
  const list = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify([...listed]));
  });
  list.listen(0);
  await once(list, 'listening');
  return {
    url: `http://localhost:${(list.address() as AddressInfo).port}/`,
    lamp: `${origin}/lamp`,
    state,
    hideSensor: () => void listed.delete(`${origin}/sensor`),
    showSensor: () => void listed.add(`${origin}/sensor`),
    async stop() {
      list.closeAllConnections();
      list.close();
      await servient.shutdown();
    },
  };
}

export interface WebThingPeer {
  url: string;
  level(): number;
  stop(): Promise<void>;
}

// The server adds `ws` to the router of the Express that it finds, which need not be that of `webthing`.
const fromWebThing = createRequire(createRequire(import.meta.url).resolve('webthing'));
fromWebThing('express-ws/lib/add-ws-method').default(fromWebThing('express').Router);

const { Action, MultipleThings, Property, SingleThing, Thing, Value, WebThingServer } = webthing;

/** Waits a moment before it is done. */
class Fade extends Action {
  constructor(thing: InstanceType<typeof Thing>, input: { to: number }) {
    super(randomUUID(), thing, 'fade', input);
  }

  override async performAction(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 300));
    this.getThing().setProperty('level', (this.getInput() as { to: number }).to);
  }
}

/** A server of WebThings, with one thing or with two. */
export async function startWebThings({ single = false } = {}): Promise<WebThingPeer> {
  const things = ['Dimmer', 'Other dimmer'].map((title, index) => {
    const thing = new Thing(`urn:peer:dimmer-${index}`, title, ['OnOffSwitch'], 'A WebThing');
    const metadata = { type: 'integer', title: 'Level', minimum: 0, maximum: 100 } as const;
    thing.addProperty(new Property(thing, 'level', new Value<number>(10, () => {}), metadata));
    const input = { type: 'object', required: ['to'], properties: { to: { type: 'integer' } } };
    thing.addAvailableAction('fade', { title: 'Fade', input } as never, Fade as never);
    return thing;
  });
  const port = await getPort();
  const served = single ? new SingleThing(things[0]!) : new MultipleThings(things, 'Dimmers');
  const server = new WebThingServer(served, port, undefined, undefined, [], '', true);
  await server.start();
  return {
    url: `http://localhost:${port}/`,
    level: () => things[0]!.getProperty('level') as number,
    stop: async () => void (await server.stop(true)),
  };
}

export interface DirectoryPeer {
  url: string;
  stop(): Promise<void>;
}

/** A directory as W3C WoT Discovery describes it, with so many things on a page. */
export async function startDirectory(count: number, pageSize: number): Promise<DirectoryPeer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const origin = `http://${request.headers.host}`;
    const answer = (type: string, body: unknown) =>
      response.setHeader('content-type', type).end(JSON.stringify(body));
    if (pathname === '/.well-known/wot') {
      const forms = [{ href: '/things{?limit}', contentType: 'application/ld+json' }];
      return void answer('application/td+json', {
        '@context': 'https://www.w3.org/2022/wot/td/v1.1',
        '@type': 'ThingDirectory',
        title: 'Directory',
        base: origin,
        properties: { things: { type: 'array', forms } },
      });
    }
    if (pathname === '/things') {
      const from = Number(searchParams.get('from') ?? 0);
      const last = Math.min(from + pageSize, count);
      if (last < count) response.setHeader('link', `</things?from=${last}>; rel="next"`);
      const numbers = Array.from({ length: last - from }, (_, index) => from + index);
      return void answer(
        'application/ld+json',
        numbers.map((n) => numbered(n, origin)),
      );
    }
    return void answer('application/json', Number(pathname.split('/')[2]));
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/.well-known/wot`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const numbered = (n: number, origin: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: `urn:peer:${n}`,
  title: `Thing ${n}`,
  properties: {
    n: { type: 'integer', readOnly: true, forms: [{ href: `${origin}/values/${n}` }] },
  },
});
