import { generateKeyPairSync, sign } from 'node:crypto';
import { on } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { connect } from 'node:net';
import { agentProtocol, signedMessage } from '@trellis/contracts/agent-protocol';
import { createWebSocketStream, WebSocket } from 'ws';

export interface FirstAgent {
  /** The answer of the gateway to the handshake. */
  welcome: Record<string, unknown>;
  stop(): void;
}

/** Connects as an agent that speaks version 1 of the protocol, as the first ones did, or another one. */
export async function startFirstAgent(
  address: string,
  { code, protocol = 1 }: { code: string; protocol?: number },
): Promise<FirstAgent> {
  const key = generateKeyPairSync('ed25519');
  const socket = new WebSocket(`${address.replace('http', 'ws')}${agentProtocol.path}`);
  const messages = on(socket, 'message') as AsyncIterableIterator<[Buffer]>;
  const next = async () =>
    JSON.parse(String((await messages.next()).value[0])) as Record<string, unknown>;
  const nonce = String((await next()).nonce);
  const message = signedMessage({ protocol, origin: new URL(address).origin, nonce, code });
  socket.send(
    JSON.stringify({
      protocol,
      version: '0.1.0',
      key: key.publicKey
        .export({ type: 'spki', format: 'der' })
        .subarray(-32)
        .toString('base64url'),
      signature: sign(null, Buffer.from(message), key.privateKey).toString('base64url'),
      code,
    }),
  );
  const welcome = await next();
  if ('name' in welcome) serve(socket);
  return { welcome, stop: () => socket.terminate() };
}

/** Serves one session, with its reports in a stream. */
function serve(socket: WebSocket): void {
  const server = createServer();
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (headers[':path'] === '/report') return report(stream);
    const [host, port] = String(headers[':authority']).split(':');
    const device = connect(Number(port), host, () => stream.respond({ ':status': 200 }));
    stream.pipe(device).pipe(stream);
    device.on('error', () => stream.end());
  });
  const stream = createWebSocketStream(socket, { allowHalfOpen: false });
  stream.on('error', () => undefined);
  server.emit('connection', stream);
}

function report(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200 });
  const said = {
    version: '0.1.0',
    platform: 'linux arm64',
    addresses: ['192.168.1.2'],
    started: new Date().toISOString(),
    found: [],
  };
  stream.write(`${JSON.stringify(said)}\n`);
}
