import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import getPort from 'get-port';
import { newState, type NetatmoState } from './fixtures.js';
import { application, createProvider, type Granted, type TestProvider } from './provider.js';

/** A Netatmo for tests: a real authorization server, and an API that answers as dev.netatmo.com says. */
export interface NetatmoPeer {
  url: string;
  /** The configuration of an instance that reaches it. */
  instance: Record<
    | 'client_id'
    | 'client_secret'
    | 'origin_callback_uri'
    | 'issuer'
    | 'authorization_endpoint'
    | 'token_endpoint'
    | 'revocation_endpoint'
    | 'api_url',
    string
  >;
  /** What it answers; may be changed. */
  state: NetatmoState;
  grant(scopes?: string[]): Promise<Granted>;
  revokeAll(): Promise<void>;
  refreshes(): number;
  revocations(): number;
  /** Whether a token is good. */
  knows(token: string): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startNetatmo({
  redirectUri,
  accessTokenTtl = 600,
}: {
  redirectUri: string;
  /** Seconds. */
  accessTokenTtl?: number;
}): Promise<NetatmoPeer> {
  const port = await getPort();
  const url = `http://localhost:${port}`;
  const authorization = createProvider(url, { redirectUri, accessTokenTtl });
  const state = newState();
  const pages = authorization.provider.callback();
  const server = createServer((request, response) => {
    if (request.url!.startsWith('/api/')) void answer(request, response, { authorization, state });
    else void pages(request, response);
  });
  server.listen(port);
  await once(server, 'listening');
  return {
    url,
    instance: {
      ...application,
      origin_callback_uri: 'https://app.example/connected',
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/token/revocation`,
      api_url: `${url}/api`,
    },
    state,
    grant: authorization.grant,
    revokeAll: authorization.revokeAll,
    refreshes: authorization.refreshes,
    revocations: authorization.revocations,
    knows: async (token) => (await authorization.provider.AccessToken.find(token)) !== undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

interface Api {
  authorization: TestProvider;
  state: NetatmoState;
}

/** The scope that each part of the API needs. */
const needed: Record<string, string> = {
  getstationsdata: 'read_station',
  homesdata: 'read_thermostat',
  homestatus: 'read_thermostat',
  setroomthermpoint: 'write_thermostat',
  setthermmode: 'write_thermostat',
};

async function answer(request: IncomingMessage, response: ServerResponse, api: Api): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  let form = '';
  for await (const chunk of request) form += String(chunk);
  const parameters = request.method === 'POST' ? new URLSearchParams(form) : searchParams;
  const reply = (status: number, body: unknown) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const refuse = (status: number, code: number, message: string) =>
    reply(status, { error: { code, message } });

  const operation = pathname.slice('/api/'.length);
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const known = await api.authorization.provider.AccessToken.find(token);
  if (!known) return refuse(403, 3, 'Access token expired');
  if (api.state.usedUp) return refuse(403, 26, 'User usage reached');
  const scope = needed[operation];
  if (scope === undefined) return refuse(404, 31, 'Unknown method');
  if (!known.scope?.split(' ').includes(scope)) return refuse(403, 13, 'Operation forbidden');
  const body = api.state.perform(operation, parameters);
  if (body === undefined) return refuse(400, 21, 'Invalid parameters');
  reply(200, { status: 'ok', time_server: Math.floor(Date.now() / 1000), body });
}
