import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer, type Reply, type SeenRequest } from './server.js';

/** A relay of the second generation of Shelly, by its documentation (shelly-api-docs.shelly.cloud/gen2). */
export const shelly: z.input<typeof instance> = {
  base_url: 'http://{host}',
  parameters: { host: { type: 'host' }, password: { secret: true } },
  authentication: { scheme: 'digest', username: 'admin', password: '{password}' },
  requests: { relay: { path: '/rpc/Switch.GetStatus?id=0', nothing: [null] } },
  devices: [
    {
      request: 'relay',
      id: 'switch:{output}',
      variables: { output: '$.id' },
      title: 'Relay',
      properties: [
        {
          capability: 'plug.on',
          value: '$.output',
          write: {
            method: 'POST',
            path: '/rpc/Switch.Set',
            body: { id: '{output}', on: '{value}' },
          },
        },
        { capability: 'power', value: '$.apower' },
      ],
    },
  ],
};

const realm = 'shellyplus1pm-a8032abe54dc';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface ShellyServer extends ApiServer {
  state: { output: boolean };
  /** Forgets its nonce, as it does after some minutes. */
  expire(): void;
}

/** Starts a relay that takes only requests with the digest of its last nonce, as RFC 7616 calculates it. */
export async function startShelly(password: string): Promise<ShellyServer> {
  const state = { output: false };
  let nonce = '';
  const secret = sha256(`admin:${realm}:${password}`);

  function isAllowed({ method, url, headers }: SeenRequest): boolean {
    const given = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="?([^",]+)"?/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const request = sha256(`${method}:${url.pathname}${url.search}`);
    const { nc, cnonce } = given;
    const expected = sha256(`${secret}:${nonce}:${nc}:${cnonce}:auth:${request}`);
    return given.nonce === nonce && given.response === expected;
  }

  const api = await startApi((request): Reply => {
    if (!isAllowed(request)) {
      nonce = randomBytes(8).toString('hex');
      const challenge = `Digest qop="auth", realm="${realm}", nonce="${nonce}", algorithm=SHA-256`;
      return { status: 401, headers: { 'www-authenticate': challenge } };
    }
    if (request.url.pathname === '/rpc/Switch.Set') {
      const { on } = request.body as { on: boolean };
      const was_on = state.output;
      state.output = on;
      return { json: { was_on } };
    }
    return {
      json: { id: 0, source: 'init', output: state.output, apower: state.output ? 8.9 : 0 },
    };
  });
  return Object.assign(api, { state, expire: () => void (nonce = '') });
}
