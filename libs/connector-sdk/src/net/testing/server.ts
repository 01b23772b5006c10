import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import { generate } from 'selfsigned';
import { createHttp } from '../http.js';
import { createResolver } from '../lookup.js';
import type { Http, HttpBounds } from '../request.js';
import { startHostileServer, type HostileBehaviour, type HostileServer } from './hostile.js';

/** Functions that stop the servers of a test. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

export const closeAfterTest = (close: () => unknown): void => void closers.push(close);

/** A server on this machine that counts its connections. */
export interface TestServer {
  /** `localhost:<port>`. */
  host: string;
  port: number;
  /** The number of connections so far. */
  connections(): number;
  /** Resolves when none of them is open any more. */
  idle(): Promise<void>;
}

/** Makes a server listen until the end of the test. */
export async function listen(server: Server): Promise<TestServer> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // The server keeps every connection, so that only its peer can have closed one.
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
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

/** Starts an HTTP server and returns its address. */
export async function serve(answer: RequestListener): Promise<string> {
  return `http://${(await listen(createServer(answer))).host}`;
}

/** Starts an HTTPS server; its certificate is for `localhost` and self-signed by default. */
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

interface CertificateOptions {
  notBeforeDate?: Date;
  notAfterDate?: Date;
  /** The authority that signs it. */
  ca?: Certificate;
}

/** A certificate; self-signed without an authority. */
export async function certificate(
  name = 'localhost',
  given: CertificateOptions = {},
): Promise<Certificate> {
  const subjectAltName = { name: 'subjectAltName', altNames: [{ type: 2, value: name }] };
  const options = { keyType: 'ec', algorithm: 'sha256', extensions: [subjectAltName], ...given };
  const { cert, private: key } = await generate(
    [{ name: 'commonName', value: name }],
    options as never,
  );
  return { cert, key };
}

/** Bounds that allow this machine. */
export const bounds = (given: Partial<HttpBounds> = {}): HttpBounds => ({
  resolve: createResolver({ allowPrivate: true }),
  signal: AbortSignal.timeout(50_000),
  acquire: async () => undefined,
  ...given,
});

export const http = (given: Partial<HttpBounds> = {}): Http => createHttp(bounds(given));

/** The reason for which a promise is rejected. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('The promise is not rejected.');
    },
    (error: unknown) => error,
  );
