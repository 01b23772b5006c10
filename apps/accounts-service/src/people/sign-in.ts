import { Problem, signInRequest, type Handler, type SignInAnswer } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Auth } from './auth.js';
import { prolong } from './session-times.js';

interface Needs {
  auth: Pick<Auth, 'handler' | 'api'>;
  base: string;
  sealing: Sealing;
  prisma: PrismaClient;
  /** How long a session lasts without a request (ms). */
  idleMs: number;
}

/** Answers requests to sign in and to change how a person signs in. */
export const signIn: Handler<'people.sign_in', Needs> = async (
  { auth, base, sealing },
  { id, request },
) => {
  const binding = { purpose: 'sign-in', id } as const;
  const { method, path, headers, body } = signInRequest.parse(sealing.open(binding, request));
  const url = `${base}/api/auth${path}`;
  const response = await auth.handler(
    new Request(url, { method, headers, ...(body !== undefined && { body }) }),
  );
  const location = response.headers.get('location');
  const answer: SignInAnswer = {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    ...(location !== null && { location }),
    body: withoutTokens(await response.text()),
  };
  return { answer: sealing.seal(binding, answer) };
};

/** Leaves out the tokens of sessions: they are in cookies that scripts of pages cannot read, and nowhere else. */
function withoutTokens(body: string): string {
  if (!body.startsWith('{') && !body.startsWith('[')) return body;
  return JSON.stringify(
    JSON.parse(body, (name, value: unknown) => (name === 'token' ? undefined : value)),
  );
}

/** Returns the person whose session a `Cookie` header has, and prolongs it. */
export const readSession: Handler<'people.read_session', Needs> = async (
  { auth, sealing, prisma, idleMs },
  { id, cookie },
) => {
  const opened = String(sealing.open({ purpose: 'sign-in', id }, cookie));
  const session = await auth.api.getSession({ headers: new Headers({ cookie: opened }) });
  if (!session) throw new Problem('not_signed_in', 'Sign in first.');
  await prolong(prisma, session.session, idleMs);
  const { user } = session;
  return { id: user.id, email: user.email, name: user.name };
};
