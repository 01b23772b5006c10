import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that misbehaves. */
export interface HostileServer {
  /** `127.0.0.1`. */
  host: string;
  port: number;
  /** The number of connections so far. */
  connections(): number;
  /** Resolves when it has had a connection. */
  connected(): Promise<void>;
  /** Resolves when none of its connections is open any more. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** The behaviours of hostile servers, by their names in the tests. */
const behaviours = {
  'accepts and never answers': (socket: Socket) => {
    socket.resume();
  },
  'hangs up at once': (socket: Socket) => {
    socket.destroy();
  },
  'closes in the middle of its answer': answering((socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"half');
  }),
  'answers with nonsense': answering((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n\u0000<<<nonsense');
  }),
  'answers with JSON of another shape': answering((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n[[null, {"data": 17}], "text"]');
  }),
  'answers without end': answering((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n[');
    const megabyte = `${' '.repeat(1024 * 1024 - 1)},`;
    const more = () => {
      while (!socket.destroyed && socket.write(megabyte));
    };
    socket.on('drain', more);
    more();
  }),
  'fails inside': answering((socket) => {
    socket.end('HTTP/1.1 500 Oops\r\nconnection: close\r\ncontent-length: 4\r\n\r\nOops');
  }),
} satisfies Record<string, (socket: Socket) => void>;

export type HostileBehaviour = keyof typeof behaviours;
export const hostileBehaviours = Object.keys(behaviours) as HostileBehaviour[];

export function startHostileServer(behaviour: HostileBehaviour): Promise<HostileServer> {
  return listen(behaviours[behaviour]);
}

/** Starts a server that redirects every request to another address. */
export function startRedirectingServer(target: string): Promise<HostileServer> {
  return listen(
    answering((socket) => {
      socket.end(
        `HTTP/1.1 307 Elsewhere\r\nlocation: ${target}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      );
    }),
  );
}

/** Returns a behaviour that answers when the first bytes of a request arrive. */
function answering(answer: (socket: Socket) => void) {
  return (socket: Socket): void => {
    socket.once('data', () => {
      socket.resume();
      answer(socket);
    });
  };
}

async function listen(behave: (socket: Socket) => void): Promise<HostileServer> {
  const open = new Set<Socket>();
  let connections = 0;
  let markConnected = () => {};
  const connected = new Promise<void>((resolve) => (markConnected = resolve));
  const server: Server = createServer((socket) => {
    connections += 1;
    markConnected();
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    connected: () => connected,
    async idle() {
      // Not `once` of node:events, which rejects on an error. The loop also sees connections that are
      // added while it waits.
      for (const socket of open) await new Promise((resolve) => socket.once('close', resolve));
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
