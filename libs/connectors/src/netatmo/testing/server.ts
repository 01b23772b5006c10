import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newState, type NetatmoState } from './state.js';
import { ApiError, operations } from './operations.js';
import { application, createProvider, type Granted, type TestProvider } from './provider.js';

/** The configuration of an instance that reaches a peer. */
type PeerInstance = Record<
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

/** A Netatmo for tests: a real authorization server, and an API as dev.netatmo.com documents it. */
export interface NetatmoPeer {
  url: string;
  instance: PeerInstance;
  /** The state of the API; tests may change it. */
  state: NetatmoState;
  /** The requests that the API received: `GET /homesdata`. */
  requests: string[];
  /** Tokens as if an end user had authorized the app; by default for all scopes. */
  grant(scopes?: string[]): Promise<Granted>;
  /** Logs in at `address` as an end user, and returns the parameters of the final redirect. */
  consent(address: URL, account: string): Promise<{ code: string; iss: string }>;
  /** An access token alone. */
  token(of?: { scopes?: string[] }): Promise<string>;
  /** Revokes everything that was granted: no token is valid any more. */
  revokeAll(): Promise<void>;
  /** How many refresh tokens have been exchanged. */
  refreshes(): number;
  /** How many tokens have been revoked by the app. */
  revocations(): number;
  /** Whose an access token is; undefined when it is not valid. */
  accountOf(token: string): Promise<string | undefined>;
  /** Whether an access token is valid. */
  knows(token: string): Promise<boolean>;
  stop(): Promise<void>;
}

interface NetatmoPeerOptions {
  /** Where the provider redirects browsers to. */
  redirectUri: string;
  /** Seconds. Default 600. */
  accessTokenTtl?: number;
  /** Whether `scope` in token responses is an array, as Netatmo has it. Default true. */
  scopeIsArray?: boolean;
}

export async function startNetatmo({
  redirectUri,
  accessTokenTtl = 600,
  scopeIsArray = true,
}: NetatmoPeerOptions): Promise<NetatmoPeer> {
  const server = createServer();
  server.listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const authorization = createProvider(url, { redirectUri, accessTokenTtl, scopeIsArray });
  const state = newState();
  const requests: string[] = [];
  const pages = authorization.provider.callback();
  const api = { authorization, state, requests };
  server.on('request', (request, response) => {
    if (request.url!.startsWith('/api/')) void answer(request, response, api);
    else void pages(request, response);
  });
  const { grant, consent, revokeAll, refreshes, revocations, knows } = authorization;
  return {
    url,
    state,
    requests,
    grant,
    consent,
    revokeAll,
    refreshes,
    revocations,
    knows,
    accountOf: async (token) => (await authorization.find(token))?.account,
    instance: {
      ...application,
      origin_callback_uri: 'https://app.example/connected',
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/token/revocation`,
      api_url: `${url}/api`,
    },
    token: async ({ scopes } = {}) => (await grant(scopes)).access_token,
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
  requests: string[];
}

async function answer(request: IncomingMessage, response: ServerResponse, api: Api): Promise<void> {
  const reply = (status: number, body: unknown) => {
    response.statusCode = status;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.setHeader('content-type', 'application/json').end(text);
  };
  try {
    const body = await perform(request, api);
    const time_server = Math.floor(Date.now() / 1000);
    reply(200, { status: 'ok', ...(body !== undefined && { body }), time_server });
  } catch (error) {
    if (error instanceof Failing) {
      const { status, body, retryAfter } = error.answer;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      return reply(status, body);
    }
    const { status, code, message } =
      error instanceof ApiError ? error : new ApiError(500, 0, 'Internal error');
    reply(status, { error: { code, message } });
  }
}

/** An operation that fails because a test says so. */
class Failing extends Error {
  readonly answer: NetatmoState['failing'][string];

  constructor(answer: NetatmoState['failing'][string]) {
    super('failing');
    this.answer = answer;
  }
}

/** Performs an operation if the access token allows it. */
async function perform(
  request: IncomingMessage,
  { authorization, state, requests }: Api,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  const name = pathname.slice('/api/'.length);
  requests.push(`${request.method} /${name}`);
  let content = '';
  for await (const chunk of request) content += String(chunk);
  const failing = state.failing[name];
  if (failing) throw new Failing(failing);

  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError(401, 1, 'Access token is missing');
  const granted = await authorization.find(token);
  if (!granted) throw new ApiError(403, 3, 'Access token expired');
  if (state.usedUp) throw new ApiError(403, 26, 'User usage reached');
  const operation = operations[name];
  if (!operation || operation.method !== request.method) {
    throw new ApiError(404, 31, 'Method not found');
  }
  if (!operation.scopes.some((scope) => granted.scopes.includes(scope))) {
    throw new ApiError(403, 13, 'Application does not have the good scope rights');
  }
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  return operation.perform(state, {
    email: `${granted.account}@example.org`,
    parameters: isForm ? new URLSearchParams(content) : searchParams,
    json: !isForm && content !== '' ? JSON.parse(content) : undefined,
  });
}
