import { afterEach, describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { generate } from 'selfsigned';
import { WebSocketServer, type WebSocket } from 'ws';
import { contextFor } from '@trellis/connector-sdk/testing';
import { withConnection, type Connection } from './connection.js';
import { homeAssistant } from './connector.js';
import { clientOf } from './testing/client.js';
import { startHomeAssistant } from './testing/home-assistant.js';

describe('a server that speaks WebSocket, but not as Home Assistant does,', () => {
  const servers: WebSocketServer[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  });

  function start(behave: (socket: WebSocket) => void) {
    const server = new WebSocketServer({ port: 0 });
    servers.push(server);
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      behave(socket);
    });
    const { port } = server.address() as { port: number };
    const client = { url: `http://127.0.0.1:${port}`, token: 'a-token' };
    return {
      client: clientOf(client),
      context: contextFor(homeAssistant, { client }),
      connections: () => server.clients.size,
    };
  }

  const authenticate = (socket: WebSocket) => {
    socket.send('{"type":"auth_required"}');
    socket.once('message', () => socket.send('{"type":"auth_ok"}'));
  };

  const late = /did not answer in time/;
  const closed = /closed the connection/;
  const unexpected = /unexpected message/;

  test.each<[string, RegExp, (socket: WebSocket) => void]>([
    ['sends nothing', late, () => undefined],
    ['closes at once', closed, (socket) => socket.close()],
    ['sends no JSON', unexpected, (socket) => socket.send('<html>')],
    ['sends another shape', unexpected, (socket) => socket.send('[1, 2]')],
    ['answers no command', late, authenticate],
    [
      'answers with the ids of other commands',
      late,
      (socket) => {
        authenticate(socket);
        socket.on('message', () => socket.send('{"type":"result","id":99,"success":true}'));
      },
    ],
    [
      'sends without end',
      unexpected,
      (socket) => {
        authenticate(socket);
        const event = JSON.stringify({ type: 'event', event: 'x'.repeat(1024 * 1024) });
        const more = () => void (socket.readyState === 1 && socket.send(event, more));
        more();
      },
    ],
    [
      'closes after the access token',
      closed,
      (socket) => {
        socket.send('{"type":"auth_required"}');
        socket.once('message', () => socket.terminate());
      },
    ],
  ])('and %s, is Unavailable', async (_what, message, behave) => {
    const server = start(behave);
    // Only those that never answer use up their time.
    const signal = AbortSignal.timeout(message === late ? 1500 : 30_000);
    const failure = await server.client.poll(signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect((failure as Error).message).toMatch(message);
    await waitFor(() => server.connections() === 0, { what: 'the end of the connection' });
  });

  test.each<[string, (socket: WebSocket) => void]>([
    ['does not accept the access token', (socket) => socket.send('{"type":"auth_required"}')],
    ['answers no command', authenticate],
    [
      'sends other things meanwhile',
      (socket) => {
        authenticate(socket);
        const timer = setInterval(() => socket.send('{"type":"event","id":7}'), 20);
        socket.once('close', () => clearInterval(timer));
      },
    ],
  ])(
    'and %s, is Unavailable after a while even if nobody limits the time',
    async (_what, behave) => {
      const server = start(behave);
      const use = (connection: Connection) => connection.command('get_config');
      const asking = withConnection(server.context, use, { answerTimeoutMs: 200 });
      const failure = await asking.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Unavailable);
      expect((failure as Error).message).toMatch(late);
      await waitFor(() => server.connections() === 0, { what: 'the end of the connection' });
    },
  );

  test('and does not answer one command, answers the others', async () => {
    const server = start((socket) => {
      authenticate(socket);
      socket.on('message', (data) => {
        const { id, type } = JSON.parse(String(data)) as { id?: number; type: string };
        if (type === 'get_config')
          socket.send(JSON.stringify({ type: 'result', id, success: true, result: 'in time' }));
      });
    });
    const use = async (connection: Connection) => {
      const slow = connection.command('call_service');
      await expect(slow).rejects.toThrow(late);
      return connection.command('get_config');
    };
    await expect(withConnection(server.context, use, { answerTimeoutMs: 100 })).resolves.toBe(
      'in time',
    );
  });

  test('but answers while nothing is received, has answered in time', async () => {
    const server = start((socket) => {
      authenticate(socket);
      socket.on('message', (data) => {
        const { id } = JSON.parse(String(data)) as { id?: number };
        if (id !== undefined) {
          socket.send(JSON.stringify({ type: 'result', id, success: true, result: 'in time' }));
        }
      });
    });
    const use = async (connection: Connection) => {
      const answer = connection.command('get_config');
      await connection.rest(1_500);
      return answer;
    };
    await expect(withConnection(server.context, use, { answerTimeoutMs: 500 })).resolves.toBe(
      'in time',
    );
  });

  test('and closes, ends a rest', async () => {
    const stopping = new AbortController();
    const server = start(authenticate);
    const context = { ...server.context, signal: stopping.signal };
    const resting = withConnection(context, (connection) => {
      stopping.abort();
      return connection.rest(600_000);
    });
    await expect(resting).rejects.toBeInstanceOf(Unavailable);
  });

  test('and refuses the access token while commands are pending, is Unauthorized', async () => {
    const server = start((socket) => {
      authenticate(socket);
      socket.on('message', (data) => {
        if (String(data).includes('auth/current_user')) socket.send('{"type":"auth_invalid"}');
      });
    });
    await expect(server.client.poll()).rejects.toBeInstanceOf(Unauthorized);
  });
});

test('a Home Assistant with a certificate of its own is reached by clients that trust it', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const peer = await startHomeAssistant({ tls: { key, cert }, path: '/house' });
  try {
    const configuration = { url: `${peer.url}/`, token: peer.token };
    const { entities } = await clientOf({ ...configuration, ca: cert }).poll();
    expect(entities).not.toHaveLength(0);
    await expect(clientOf(configuration).poll()).rejects.toBeInstanceOf(Misconfigured);
  } finally {
    await peer.stop();
  }
});
