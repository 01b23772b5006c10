import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Stack } from './stack.js';

/** Every scope that an access token can have. */
export const allScopes = [
  'svc.connector',
  'svc.connector.read',
  'svc.connector.pause',
  'svc.units.admin',
  'svc.units.read',
  'svc.things.read',
  'svc.things.admin',
  'svc.things.act',
  'svc.audit.read',
  'svc.apps.admin',
];

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined if there is none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read answers of every shape
  body: any;
}

export interface ApiRequest {
  /** `X-External-Subject-Id`. */
  subject?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Account {
  developer: string;
  token: string;
  /** Path below `/api/v1`, or an absolute address. */
  request(method: string, path: string, options?: ApiRequest): Promise<ApiAnswer>;
}

/** An access token as the stack would issue it. A claim that is `undefined` is left out. */
export function signToken(
  stack: Pick<Stack, 'jwtSecret'>,
  claims: Record<string, unknown> = {},
): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: 'developer', exp: now + 600, scope: allScopes.join(' '), ...claims };
  const given = Object.entries(payload).filter(([, value]) => value !== undefined);
  return jwt.sign(Object.fromEntries(given), stack.jwtSecret, { noTimestamp: true });
}

/** The developers of a test file. */
const developers = new Set<string>();

/**
 * Pauses the clients of all accounts that this file has used. A stack that other files go on using would otherwise poll
 * them to the end of the run, most of them every second.
 */
export async function pauseClients(stack: Pick<Stack, 'address' | 'jwtSecret'>): Promise<void> {
  for (const developer of developers) {
    const { request } = newAccount(stack, { developer });
    const { status, body } = await request('GET', '/connectors/clients?paused=false');
    // An account that the file has erased has no list.
    const clients = status === 200 ? (body as { href: string }[]) : [];
    for (const { href } of clients) {
      await request('POST', `${href}/pause`, { body: {} });
    }
  }
}

/** A developer account that no other test uses, with an access token for the given scopes. */
export function newAccount(
  stack: Pick<Stack, 'address' | 'jwtSecret'>,
  { developer = `developer-${randomUUID()}`, scopes = allScopes, lifetimeSeconds = 600 } = {},
): Account {
  developers.add(developer);
  const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
  const token = signToken(stack, { sub: developer, scope: scopes.join(' '), exp });
  return {
    developer,
    token,
    request: (method, path, options = {}) =>
      request(stack, method, path, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...options.headers },
      }),
  };
}

/** Sends a request without an access token. */
export async function request(
  stack: Pick<Stack, 'address'>,
  method: string,
  path: string,
  { subject, body, headers, signal }: ApiRequest = {},
): Promise<ApiAnswer> {
  const address = path.startsWith('http') ? path : `${stack.address}/api/v1${path}`;
  const answer = await fetch(address, {
    method,
    redirect: 'manual',
    ...(signal && { signal }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(subject !== undefined && { 'x-external-subject-id': subject }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = answer.headers.get('content-type') ?? '';
  // A stream never ends: only its status and headers are returned.
  if (type.startsWith('text/event-stream')) await answer.body?.cancel();
  const text = answer.bodyUsed ? '' : await answer.text();
  // A list of lines of JSON is text here.
  const isJson = /[/+]json(?:;|$)/.test(type);
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}
