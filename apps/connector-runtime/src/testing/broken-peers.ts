import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { generate } from 'selfsigned';

const closers: (() => void)[] = [];

/** Closes every peer that was started since the last call. */
export function closePeers(): void {
  for (const close of closers.splice(0)) close();
}

/** Makes a server listen on a port of this machine, which it returns. */
async function listen(server: TcpServer | Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export const servesHttp = async (answer: RequestListener): Promise<string> =>
  `http://localhost:${await listen(createHttpServer(answer))}`;

/** Answers `status` with a body and headers to every request. */
export const answers = (status: number, body = '{}', headers: Record<string, string> = {}) =>
  servesHttp((_request, response) => response.writeHead(status, headers).end(body));

/** A server that does this with each connection once it has received something. */
export const servesBytes = async (behave: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.resume();
        behave(socket);
      });
    }),
  );

/** A port on which nothing listens any more. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Presented {
  name?: string;
  until?: Date;
  ca?: { cert: string; key: string };
}

/** A certificate for `localhost` or another name; self-signed without an authority. */
export async function certificate({ name = 'localhost', until, ca }: Presented = {}) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    ...(until && { notBeforeDate: new Date(until.getTime() - 864e5), notAfterDate: until }),
    ...(ca && { ca }),
  });
  return { cert, key };
}

export async function servesTls(shown: { cert: string; key: string }): Promise<string> {
  const server = createTlsServer(shown, (_request, response) => response.end('{}'));
  server.on('tlsClientError', () => undefined);
  return `https://localhost:${await listen(server)}`;
}
