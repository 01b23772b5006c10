import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import { generate } from 'selfsigned';
import { createResolver } from './egress.js';
import { createHttp, type Http, type HttpBounds } from './http.js';
import { startHostileServer, type HostileBehaviour, type HostileServer } from './testing/index.js';

/** What ends the servers of a test. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

export const closeAfterTest = (close: () => unknown): void => void closers.push(close);

/** A server on this machine, and how many connections it has. */
export interface TestServer {
  /** `localhost:<port>`. */
  host: string;
  port: number;
  /** Connections that it has had. */
  connections(): number;
  /** Resolves when none of them is open any more. */
  idle(): Promise<void>;
}

/** Lets a server listen until the test is over. */
export async function listen(server: Server): Promise<TestServer> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0);
  await once(server, 'listening');
  closeAfterTest(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `localhost:${port}`,
    port,
    connections: () => connections,
    idle: async () => {
      for (const socket of open) await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

/** The address of an HTTP server that answers like this. */
export async function serve(answer: RequestListener): Promise<string> {
  return `http://${(await listen(createServer(answer))).host}`;
}

/** A server with TLS, its certificate by default one of its own for `localhost`. */
export async function serveTls(answer: RequestListener, given?: Certificate) {
  const server = createTlsServer(given ?? (await certificate()), answer);
  const listening = await listen(server);
  return { ...listening, server, url: `https://${listening.host}` };
}

export async function hostile(behaviour: HostileBehaviour): Promise<HostileServer> {
  const server = await startHostileServer(behaviour);
  closeAfterTest(() => server.stop());
  return server;
}

export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate that vouches for itself, for `localhost` unless told otherwise. */
export async function certificate(name = 'localhost'): Promise<Certificate> {
  const subjectAltName = { name: 'subjectAltName', altNames: [{ type: 2, value: name }] };
  const options = { keyType: 'ec', extensions: [subjectAltName] };
  const { cert, private: key } = await generate(
    [{ name: 'commonName', value: name }],
    options as never,
  );
  return { cert, key };
}

/** Bounds that allow this machine and ten seconds. */
export const bounds = (given: Partial<HttpBounds> = {}): HttpBounds => ({
  resolve: createResolver({ allowPrivate: true }),
  signal: AbortSignal.timeout(10_000),
  acquire: async () => undefined,
  ...given,
});

export const http = (given: Partial<HttpBounds> = {}): Http => createHttp(bounds(given));

/** What a promise is rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It has not failed.');
    },
    (error: unknown) => error,
  );
