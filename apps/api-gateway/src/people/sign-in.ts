import { randomUUID } from 'node:crypto';
import {
  Problem,
  signInAnswer,
  type ProblemCode,
  type SignInAnswer,
  type SignInRequest,
} from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest } from '../operation.js';
import { ownCookies } from '../access/person-session.js';

/** Headers that signing in needs of a browser. */
const forwarded = ['origin', 'referer', 'user-agent', 'x-trellis-invitation'] as const;

const row = {
  tag: 'Organizations',
  undocumented: 'the console alone signs people in',
  access: { scope: 'public' },
} as const;

const answer = {
  status: 200,
  body: z.unknown(),
  unversioned: 'it is for the session alone',
  others: { 302: { description: 'Leads on, as from a link in an e-mail' } },
  problems: ['sign_in_failed', 'insufficient_role', 'not_found', 'already_exists'],
} as const;

const paths = { '': '/api/auth/:action', Step: '/api/auth/:action/:step' } as const;

/** Signing in, and everything that people change about it. The paths are those of better-auth, whose client uses them. */
export const signInOperations: Operation[] = Object.entries(paths).flatMap(([name, path]) => [
  operation.get(path, {
    ...row,
    id: `readSignIn${name}`,
    summary: 'Read about signing in',
    description: 'The session, the sessions, or the options of a passkey.',
    input: { query: z.looseObject({}) },
    answer,
    handle: (request) => forward('GET', request),
  }),
  operation.post(path, {
    ...row,
    id: `startSignIn${name}`,
    summary: 'Sign in',
    description: 'Or signs out or up, or changes how.',
    input: { body: z.looseObject({}), query: z.looseObject({}), optionalBody: true },
    answer,
    async handle(request) {
      const { email } = (request.body ?? {}) as { email?: unknown };
      if (typeof email === 'string') await request.countAttempt(email.toLowerCase());
      return forward('POST', request);
    },
  }),
]);

/** Sends a request on to accounts-service, sealed. */
async function forward(
  method: SignInRequest['method'],
  { accounts, sealing, headers, body, url, address }: OperationRequest,
) {
  const given = forwarded.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const request: SignInRequest = {
    method,
    path: url.replace(/^\/api\/auth/, ''),
    headers: {
      ...Object.fromEntries(given),
      cookie: ownCookies(headers.cookie),
      'x-forwarded-for': address,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  };
  const id = randomUUID();
  const binding = { purpose: 'sign-in', id } as const;
  const sealed = sealing.seal(binding, request);
  const { answer } = await accounts('people.sign_in', { id, request: sealed });
  return toAnswer(signInAnswer.parse(sealing.open(binding, answer)));
}

function toAnswer({ status, cookies, location, body: text }: SignInAnswer) {
  const headers = {
    'Cache-Control': 'no-store',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  };
  if (location !== undefined)
    return { status: 302 as const, headers: { ...headers, Location: location } };
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (status < 400) return { headers, body };
  throw problemOf(status, body);
}

/** The problems of other statuses than 400. */
const codes: Record<number, ProblemCode> = {
  401: 'sign_in_failed',
  403: 'sign_in_failed',
  404: 'not_found',
  429: 'rate_limited',
};

/** Returns a refusal of better-auth, whose code says why. */
function problemOf(status: number, body: unknown): Problem {
  const { message = 'Signing in failed.', code } = (body ?? {}) as {
    message?: string;
    code?: string;
  };
  if (status >= 500) return new Problem('unavailable', 'Signing in is not available now.');
  return new Problem(codes[status] ?? 'invalid_request', message, {
    ...(code !== undefined && { reason: code.toLowerCase() }),
  });
}
