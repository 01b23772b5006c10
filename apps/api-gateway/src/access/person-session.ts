import { randomUUID } from 'node:crypto';
import { Problem, type AccountsContract, type Person } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import type { Bearer, Exchange } from '@trellis/operations';
import type { Sealing } from '@trellis/sealing';

/** Lifetime of the access tokens of people (s). They stay valid for that time after a session or membership ends. */
export const tokenSeconds = 300;

/** The name of the client in access tokens and audit entries of people. */
export const consoleApp = 'console';

/** The bearer of a session. Its developer is the person, for limits; an organization is only known to operations. */
export interface PersonBearer extends Bearer {
  person: Person;
}

interface SessionServices {
  accounts: RpcClient<AccountsContract>;
  sealing: Sealing;
  hrefs: { base: string };
}

/** Returns the bearer of the session in a cookie; throws `not_signed_in`. */
export async function readPersonSession(
  { headers, method }: Pick<Exchange, 'headers' | 'method'>,
  { accounts, sealing, hrefs }: SessionServices,
): Promise<PersonBearer> {
  refuseOtherPages({ headers, method }, hrefs.base);
  const cookie = ownCookies(headers.cookie);
  if (cookie === '') throw new Problem('not_signed_in', 'Sign in first.');
  const id = randomUUID();
  const sealed = sealing.seal({ purpose: 'sign-in', id }, cookie);
  const person = await accounts('people.read_session', { id, cookie: sealed });
  return {
    developer: `person ${person.id}`,
    app: consoleApp,
    scopes: [],
    expiresAt: Infinity,
    actor: { type: 'person', id: person.email },
    person,
  };
}

/** Returns the cookies of signing in, without those of other pages on the same host. */
export const ownCookies = (header = ''): string =>
  header
    .split(/; */)
    .filter((cookie) => /^(__Secure-)?trellis\./.test(cookie))
    .join('; ');

/** Refuses what pages of other origins send: browsers add cookies of the same site (RFC 6265, section 8.8). */
function refuseOtherPages({ headers, method }: Pick<Exchange, 'headers' | 'method'>, base: string) {
  const { origin } = headers;
  if (method === 'GET' || origin === undefined || origin === new URL(base).origin) return;
  throw new Problem('origin_not_allowed', 'Only pages of this service can use the session.');
}
