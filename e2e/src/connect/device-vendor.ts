import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { quietProvider } from '../console/issuer.js';

/** A vendor with meters (oidc-provider) that allows nothing but the device authorization grant (RFC 8628). */
export async function startDeviceVendor() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'trellis', client_secret: 'a secret of some length, for tests' };
  const provider = quietProvider(address, {
    clients: [
      {
        ...client,
        redirect_uris: [],
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        response_types: [],
      },
    ],
    scopes: ['read_meters', 'offline_access'],
    features: { devInteractions: { enabled: true }, deviceFlow: { enabled: true } },
    issueRefreshToken: async () => true,
    ttl: { Grant: 3600, Session: 3600, Interaction: 3600, DeviceCode: 600, AccessToken: 3600 },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  });
  const answer = provider.callback();
  const tokenRequests: string[] = [];
  server.on('request', async (request, response) => {
    if (request.url === '/token') tokenRequests.push(request.url);
    if (request.url !== '/api/meters') return answer(request, response);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const found = await provider.AccessToken.find(token);
    response.writeHead(found ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ id: 'm1', name: `Meter of ${found?.accountId}`, watts: 42 }]));
  });
  return {
    tokenRequests,
    /** The configuration of an instance of `http-json`. */
    description: (more: object = {}) => ({
      base_url: `${address}/api`,
      authentication: {
        scheme: 'oauth2',
        grant: 'device_code',
        device_authorization_endpoint: `${address}/device/auth`,
        token_endpoint: `${address}/token`,
        issuer: address,
        ...client,
        scopes: ['read_meters', 'offline_access'],
        ...more,
      },
      requests: { meters: { path: '/meters' } },
      devices: [
        {
          request: 'meters',
          entities: '$[*]',
          id: '$.id',
          title: '$.name',
          properties: [{ capability: 'power', value: '$.watts' }],
        },
      ],
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
