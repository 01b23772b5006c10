import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type binding from '@node-wot/binding-http';
import type core from '@node-wot/core';
import getPort from 'get-port';

/** A lamp in the scripting API of the WoT. */
const lamp = {
  title: 'Lamp',
  description: 'A lamp of a node-wot servient',
  properties: {
    on: { type: 'boolean', observable: true },
    brightness: { type: 'integer', minimum: 0, maximum: 100, unit: 'percent' },
    mode: { type: 'string', enum: ['day', 'night'] },
    serial: { type: 'string', readOnly: true },
    code: { type: 'string', writeOnly: true },
    logged: {
      type: 'integer',
      readOnly: true,
      uriVariables: { step: { type: 'integer', minimum: 1 } },
    },
  },
  actions: {
    toggle: { output: { type: 'boolean' }, idempotent: false },
    fade: {
      input: { type: 'object', properties: { to: { type: 'integer' } }, required: ['to'] },
    },
    fail: {},
  },
  events: {
    overheated: { data: { type: 'number', unit: '°C' } },
  },
};

export interface NodeWotPeer {
  /** The address of a list of the addresses of its things. */
  url: string;
  /** The address of the description of its lamp. */
  lamp: string;
  state: { on: boolean; brightness: number; mode: string; code: string };
  /** Changes whether the lamp is on, by hand. */
  switchOn(on: boolean): Promise<void>;
  /** Makes the lamp report that it is too hot. */
  overheat(temperature: number): Promise<void>;
  /** Takes a second thing away, and brings it back. */
  hideSensor(): Promise<void>;
  showSensor(): Promise<void>;
  stop(): Promise<void>;
}

export type Guard =
  | { scheme: 'nosec' }
  | { scheme: 'basic'; username: string; password: string }
  /** Checked by middleware: version 0.9.2 itself refuses every bearer token. */
  | { scheme: 'bearer'; token: string };

/** Starts a servient of node-wot with a lamp and a sensor, which may need credentials. */
export async function startNodeWot(guard: Guard = { scheme: 'nosec' }): Promise<NodeWotPeer> {
  const port = await getPort();
  const origin = `http://localhost:${port}`;
  const scheme = guard.scheme === 'basic' ? 'basic' : 'nosec';
  const { HttpServer, Servient } = await loadNodeWot();
  const servient = new Servient();
  const middleware = guard.scheme === 'bearer' && {
    middleware: async (...[request, response, next]: Parameters<Middleware>) => {
      if (request.headers.authorization === `Bearer ${guard.token}`) return next();
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    },
  };
  const http = new HttpServer({ port, baseUri: origin, security: [{ scheme }], ...middleware });
  servient.addServer(http);
  if (guard.scheme === 'basic') {
    servient.addCredentials({ 'urn:peer:lamp': guard, 'urn:peer:sensor': guard });
  }
  const wot = await servient.start();
  const state = { on: false, brightness: 40, mode: 'day', code: '' };
  const secured = { securityDefinitions: { sc: { scheme } }, security: ['sc'] };
  const exposed = await wot.produce({ id: 'urn:peer:lamp', ...secured, ...lamp } as never);
  handle(exposed, state);
  await exposed.expose();

  const exposeSensor = async () => {
    const title = 'Sensor';
    const properties = { temperature: { type: 'number', unit: '°C', readOnly: true } };
    const description = { id: 'urn:peer:sensor', ...secured, title, properties };
    const sensor = await wot.produce(description as never);
    sensor.setPropertyReadHandler('temperature', async () => 21.5);
    await sensor.expose();
    return sensor;
  };
  let sensor: Awaited<ReturnType<typeof exposeSensor>> | undefined = await exposeSensor();

  // The servient's own list at `/` is always empty (0.9.2).
  const list = createServer((_request, response) => {
    const addresses = [`${origin}/lamp`, ...(sensor ? [`${origin}/sensor`] : [])];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(addresses));
  });
  list.listen(0);
  await once(list, 'listening');
  return {
    url: `http://localhost:${(list.address() as AddressInfo).port}/`,
    lamp: `${origin}/lamp`,
    state,
    async switchOn(on) {
      state.on = on;
      await exposed.emitPropertyChange('on');
    },
    async overheat(temperature) {
      await exposed.emitEvent('overheated', temperature);
    },
    async hideSensor() {
      await sensor?.destroy();
      sensor = undefined;
    },
    async showSensor() {
      sensor = await exposeSensor();
    },
    async stop() {
      list.closeAllConnections();
      list.close();
      const stopped = servient.shutdown();
      // It waits for long polls, which last up to an hour.
      http.getServer().closeAllConnections();
      await stopped;
    },
  };
}

/**
 * Loads the packages, which takes longer than many a test that imports this file with other peers. Without Jest, Node
 * finds no named exports in them.
 */
async function loadNodeWot() {
  const [http, { default: core }] = await Promise.all([
    import('@node-wot/binding-http'),
    import('@node-wot/core'),
  ]);
  return { HttpServer: http.default.HttpServer, Servient: core.Servient };
}

type Middleware = NonNullable<
  NonNullable<ConstructorParameters<typeof binding.HttpServer>[0]>['middleware']
>;
type Exposed = Awaited<
  ReturnType<Awaited<ReturnType<InstanceType<typeof core.Servient>['start']>>['produce']>
>;

function handle(exposed: Exposed, state: NodeWotPeer['state']): void {
  for (const name of ['on', 'brightness', 'mode'] as const) {
    exposed.setPropertyReadHandler(name, async () => state[name]);
  }
  exposed.setPropertyReadHandler('serial', async () => 'A-1');
  exposed.setPropertyReadHandler('logged', async () => 12);
  for (const name of ['on', 'brightness', 'mode', 'code'] as const) {
    exposed.setPropertyWriteHandler(name, async (value) => {
      (state as Record<string, unknown>)[name] = await value.value();
    });
  }
  exposed.setActionHandler('toggle', async () => (state.on = !state.on));
  exposed.setActionHandler('fade', async (input) => {
    state.brightness = ((await input.value()) as { to: number }).to;
    return undefined;
  });
  exposed.setActionHandler('fail', async () => {
    throw new Error('It does not work.');
  });
}
