import { once } from 'node:events';
import { launchTool, waitFor } from '@trellis/testing';

export const password = 'correct horse battery staple';

interface AnyBody extends Record<string, unknown> {
  id?: string;
  link?: string;
  reason?: string;
  type?: string;
}

export interface Answer<Body = AnyBody> {
  status: number;
  body: Body;
  cookies: string[];
}

/** A person with a browser: it keeps the cookies, and sends the origin of the console. */
export function newPerson(address: string, origin = address) {
  const jar = new Map<string, string>();
  async function send<Body = AnyBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        cookie: [...jar].map((entry) => entry.join('=')).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text || '{}') as Body, cookies };
  }
  return {
    jar,
    get: <Body = AnyBody>(path: string) => send<Body>('GET', path),
    send,
    signUp: (email: string, link: string) =>
      send(
        'POST',
        '/api/auth/sign-up/email',
        { email, password, name: email.split('@')[0] },
        { 'x-trellis-invitation': fragmentOf(link) },
      ),
    signIn: (email: string, given = password) =>
      send('POST', '/api/auth/sign-in/email', { email, password: given }),
    accept(link: string) {
      const [id, secret] = fragmentOf(link).split('.');
      return send('POST', `/api/v1/invitations/${id}/accept`, { secret });
    },
    async token(environment: string): Promise<string> {
      const { body } = await send('POST', `/api/v1/environments/${environment}/token`);
      return String(body.access_token);
    },
  };
}
export type PersonBrowser = ReturnType<typeof newPerson>;

const fragmentOf = (link: string) => link.split('#')[1]!;

/** Ends the sessions of somebody, or of everybody, as an operator does; returns the output. */
export async function signOutAsOperator(
  { dataDirectory }: { dataDirectory: string },
  args: string[],
): Promise<string> {
  const environment = { DATA_DIR: dataDirectory, DATABASE_URL: '' };
  const { launcher, output } = launchTool('sign-out', environment, args);
  if (launcher.exitCode === null) await once(launcher, 'exit');
  return output();
}

/** Invites somebody as an operator does; returns the link. */
export async function inviteAsOperator(
  { dataDirectory }: { dataDirectory: string },
  {
    email,
    organization,
    environment,
  }: Record<'email' | 'organization', string> & { environment?: string },
): Promise<string> {
  const { launcher, output } = launchTool('invite', { DATA_DIR: dataDirectory, DATABASE_URL: '' }, [
    '--email',
    email,
    '--organization',
    organization,
    ...(environment === undefined ? [] : ['--environment', environment]),
  ]);
  if (launcher.exitCode === null) await once(launcher, 'exit');
  return waitFor(() => /http:\S+invitation#\S+/.exec(output())?.[0], {
    what: `an invitation in ${output()}`,
  });
}
