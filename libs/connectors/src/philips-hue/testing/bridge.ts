import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { createEventStream, type TestEventStream } from './event-stream.js';
import { newBridge, type BridgeState } from './state.js';

/** A bridge for tests, which answers over TLS as the reference of the CLIP API v2 says. */
export interface HuePeer {
  /** Its name and port. */
  host: string;
  key: string;
  state: BridgeState;
  /** The stream of its changes; what is written to it is told there, too. */
  changes: TestEventStream;
  /** The requests that it received, with their keys. */
  requests: { method: string; path: string; key: string | undefined }[];
  /** Presses the link button. */
  pressButton(): void;
  /** Uses another certificate from now on. */
  replaceCertificate(): Promise<void>;
  /** Uses the certificate that it had at first. */
  restoreCertificate(): void;
  stop(): Promise<void>;
}

export async function startHueBridge(): Promise<HuePeer> {
  const state = newBridge();
  const changes = createEventStream();
  const requests: HuePeer['requests'] = [];
  const keys = new Set(['a-key-that-was-given']);
  let pressed = false;
  const first = await certificate();
  const server = createServer(first, (request, response) => {
    const key = request.headers['hue-application-key'] as string | undefined;
    requests.push({ method: request.method!, path: request.url!, key });
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const reply = (status: number, given: unknown) => {
      response.statusCode = status;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
    };
    if (request.url === '/api') return reply(200, [pair()]);
    if (!keys.has(request.headers['hue-application-key'] as string)) {
      response.statusCode = 403;
      return void response.setHeader('content-type', 'text/html').end('<html>Forbidden</html>');
    }
    if (request.url === '/eventstream/clip/v2') return changes.open(response);
    if (state.answer !== undefined) return reply(200, state.answer);
    const [type, id] = request.url!.split('/').slice(4);
    if (request.method === 'GET') {
      const data = state.list(type, id);
      if (id === undefined || data.length > 0) return reply(200, { errors: [], data });
      return reply(404, { errors: [{ description: 'Not Found' }], data });
    }
    const result = state.put(type!, id!, JSON.parse(body) as Record<string, never>);
    if ('why' in result) {
      return reply(result.status, { errors: [{ description: result.why }], data: [] });
    }
    changes.tell('update', { id, type, ...result.changed });
    reply(200, { errors: [], data: [{ rid: id, rtype: type }] });
  }

  function pair() {
    if (!pressed) {
      return { error: { type: 101, address: '', description: 'link button not pressed' } };
    }
    const username = `key-${keys.size}`;
    keys.add(username);
    return { success: { username, clientkey: '0123456789ABCDEF' } };
  }

  server.listen(0);
  await once(server, 'listening');
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    key: 'a-key-that-was-given',
    state,
    changes,
    requests,
    pressButton: () => void (pressed = true),
    replaceCertificate: async () => server.setSecureContext(await certificate()),
    restoreCertificate: () => server.setSecureContext(first),
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A certificate as a bridge has it: self-signed, its common name the id of the bridge. */
async function certificate(): Promise<{ cert: string; key: string }> {
  const attributes = [
    { name: 'commonName', value: 'ecb5fafffe000001' },
    { name: 'organizationName', value: 'Philips Hue' },
  ];
  const { cert, private: key } = await generate(attributes, { keyType: 'ec' } as never);
  return { cert, key };
}
