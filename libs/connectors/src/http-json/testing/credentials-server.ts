import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newProvider } from '../../testing/provider.js';

export interface CredentialsServer {
  /** With `/token`; other paths are an API that answers `{"level": 3}` to tokens that are valid. */
  url: string;
  /** How many tokens have been issued. */
  issued(): number;
  /** Makes every token invalid. */
  revokeAll(): Promise<void>;
  stop(): Promise<void>;
}

export const machine = { client_id: 'machine:1', client_secret: 'a secret & of %the machine' };

/** A certified authorization server (oidc-provider) that trusts an app by itself, and an API behind it. */
export async function startCredentialsServer(
  method: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic',
): Promise<CredentialsServer> {
  const server = createServer();
  server.listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = newProvider(url, {
    clients: [
      {
        ...machine,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: method,
        scope: 'read_levels',
      },
    ],
    scopes: ['read_levels', 'write_levels'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: 600 },
    cookies: { keys: ['a key of the tests'] },
  });
  const tokens = new Set<string>();
  let issued = 0;
  provider.on('client_credentials.saved', ({ jti }) => tokens.add(jti));
  provider.on('grant.success', () => void (issued += 1));
  const pages = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/token') return void pages(request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    void provider.ClientCredentials.find(token).then((found) => {
      const isGranted = found?.scope === 'read_levels';
      response.writeHead(isGranted ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isGranted ? { level: 3 } : { error: 'invalid_token' }));
    });
  });
  return {
    url,
    issued: () => issued,
    async revokeAll() {
      for (const jti of tokens) await (await provider.ClientCredentials.find(jti))?.destroy();
      tokens.clear();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
