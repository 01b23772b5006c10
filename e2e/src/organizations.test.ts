import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { roles } from '@trellis/contracts';
import jwt from 'jsonwebtoken';
import { newAccount, request, waitFor, type Stack } from '@trellis/testing';
import { startMailServer } from './alerts/mail-server.js';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, newPerson, password, type PersonBrowser } from './people/person.js';

const mail = await startMailServer();
afterAll(() => mail.close());

const stack = oneStack({
  environment: { SMTP_URL: mail.url, SMTP_FROM: 'Trellis <trellis@trellis.example>' },
});

let ada: PersonBrowser;
let bob: PersonBrowser;
let organization: string;
let development: string;

const organizationsOf = async (person: PersonBrowser) =>
  (await person.get<{ id: string }[]>('/api/v1/organizations')).body;

interface Members {
  members: { id: string; email: string; role: string }[];
}

/** Waits for an e-mail, and returns a link of it. */
const mailed = (to: string, pattern: RegExp): Promise<string> =>
  waitFor(
    () =>
      mail.received
        .filter((one) => one.to === to)
        .map(({ mail: { text = '' } }) => pattern.exec(text)?.[0])
        .findLast(Boolean),
    { what: `an e-mail to ${to}` },
  );

/** Confirms the address of a person who has signed up, and signs in. */
async function confirm(person: PersonBrowser, email: string): Promise<void> {
  const link = await mailed(email, /http:\S+verify-email\S+/);
  expect((await person.get(link.replace(stack().address, ''))).status).toBe(302);
  expect((await person.signIn(email)).status).toBe(200);
}

async function withToken(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  return request(stack() as Stack, method, path, { body, headers });
}

beforeAll(async () => {
  ada = newPerson(stack().address);
  const link = await inviteAsOperator(stack(), { email: 'ada@acme.example', organization: 'Acme' });
  await ada.signUp('ada@acme.example', link);
  // With a mail server, an address has to be confirmed that no e-mail has proved.
  await confirm(ada, 'ada@acme.example');
  expect((await ada.accept(link)).status).toBe(200);
  organization = (await organizationsOf(ada))[0]!.id;
  const created = await ada.send('POST', `/api/v1/organizations/${organization}/environments`, {
    name: 'development',
  });
  development = created.body.id!;
});

describe('signing up', () => {
  test('takes an invitation', async () => {
    const stranger = newPerson(stack().address);
    const answer = await stranger.send('POST', '/api/auth/sign-up/email', {
      email: 'mallory@evil.example',
      password,
      name: 'Mallory',
    });
    expect(answer).toMatchObject({ status: 401, body: { reason: 'invitation_needed' } });
    const link = await inviteAsOperator(stack(), {
      email: 'eve@acme.example',
      organization: 'Acme',
    });
    expect((await stranger.signUp('mallory@evil.example', link)).body.reason).toBe(
      'invitation_needed',
    );
  });

  test('takes a password of 12 characters that few others have', async () => {
    const link = await inviteAsOperator(stack(), {
      email: 'eve@acme.example',
      organization: 'Acme',
    });
    const eve = newPerson(stack().address);
    const body = { email: 'eve@acme.example', password: 'short', name: 'Eve' };
    const headers = { 'x-trellis-invitation': link.split('#')[1]! };
    const answer = await eve.send('POST', '/api/auth/sign-up/email', body, headers);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'password_too_short' } });
    const common = { ...body, password: 'Qwerty123456' };
    const refused = await eve.send('POST', '/api/auth/sign-up/email', common, headers);
    expect(refused).toMatchObject({ status: 400, body: { reason: 'password_compromised' } });
    for (const own of ['my password, eve example', 'we work at acme']) {
      const named = { ...body, name: 'Eve Example', password: own };
      const answer = await eve.send('POST', '/api/auth/sign-up/email', named, headers);
      expect(answer).toMatchObject({ status: 400, body: { reason: 'password_has_own_word' } });
    }
  });
});

describe('a session', () => {
  test('is in a cookie that scripts cannot read, and in no answer', async () => {
    const person = newPerson(stack().address);
    const { body, cookies } = await person.signIn('ada@acme.example');
    expect(cookies.join()).toMatch(/trellis\.session_token=[^;]+;.*HttpOnly; SameSite=Lax/);
    const [token] = person.jar.get('trellis.session_token')!.split('.');
    expect(JSON.stringify(body)).not.toContain(token);
    for (const path of ['/api/auth/get-session', '/api/auth/list-sessions']) {
      expect(JSON.stringify((await person.get(path)).body)).not.toContain(token);
    }
  });

  test('is not for pages of other origins', async () => {
    const page = newPerson(stack().address, 'https://evil.example');
    for (const [name, value] of ada.jar) page.jar.set(name, value);
    const answer = await page.send('POST', '/api/v1/organizations', { name: 'Evil' });
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.body.type).toMatch(/#origin_not_allowed$/);
  });

  test('ends everywhere with a new password by e-mail', async () => {
    const link = await inviteAsOperator(stack(), {
      email: 'carol@acme.example',
      organization: 'Acme',
    });
    const carol = newPerson(stack().address);
    await carol.signUp('carol@acme.example', link);
    await confirm(carol, 'carol@acme.example');
    expect((await carol.get('/api/v1/organizations')).status).toBe(200);
    const other = newPerson(stack().address);
    await other.send('POST', '/api/auth/request-password-reset', {
      email: 'carol@acme.example',
      redirectTo: '/console/new-password',
    });
    const reset = await mailed('carol@acme.example', /http:\S+reset-password\/\S+/);
    const token = /reset-password\/([^?]+)/.exec(reset)![1];
    const newPassword = 'another long password';
    const common = { token, newPassword: 'qwerty123456' };
    const refused = await other.send('POST', '/api/auth/reset-password', common);
    expect(refused.body.reason).toBe('password_compromised');
    const own = { token, newPassword: 'the password of carol' };
    const named = await other.send('POST', '/api/auth/reset-password', own);
    expect(named.body.reason).toBe('password_has_own_word');
    await other.send('POST', '/api/auth/reset-password', { token, newPassword });
    expect((await carol.get('/api/v1/organizations')).status).toBe(401);
    expect((await other.signIn('carol@acme.example')).body.reason).toBe(
      'invalid_email_or_password',
    );
    expect((await other.signIn('carol@acme.example', newPassword)).status).toBe(200);
  });

  test('does not say whether an address is known', async () => {
    const person = newPerson(stack().address);
    const [known, unknown] = await Promise.all(
      ['ada@acme.example', 'nobody@acme.example'].map((email) =>
        person.send('POST', '/api/auth/request-password-reset', { email }),
      ),
    );
    expect(known).toEqual(unknown);
    const [wrong, missing] = await Promise.all(
      ['ada@acme.example', 'nobody@acme.example'].map((email) =>
        person.signIn(email, 'wrong wrong'),
      ),
    );
    expect(wrong!.body.reason).toBe(missing!.body.reason);
  });
});

describe('a member', () => {
  beforeAll(async () => {
    const path = `/api/v1/organizations/${organization}/invitations`;
    const invitation = { email: 'Bob@acme.example', role: 'support', send: true };
    const sent = await ada.send('POST', path, invitation);
    expect(sent).toMatchObject({ status: 201, body: { email: 'bob@acme.example' } });
    expect(sent.body.link).toBeUndefined();
    const link = await mailed('bob@acme.example', /http:\S+invitation#\S+/);
    bob = newPerson(stack().address);
    // An e-mail has proved the address.
    expect((await bob.signUp('bob@acme.example', link)).status).toBe(200);
    expect((await bob.signIn('bob@acme.example')).status).toBe(200);
    expect((await bob.accept(link)).status).toBe(200);
    expect((await bob.accept(link)).status).toBe(404);
  });

  test('has the rights of its role in an environment', async () => {
    const token = await bob.token(development);
    const { scope, sub, azp } = jwt.decode(token) as jwt.JwtPayload;
    expect({ scope, sub, azp }).toEqual({
      scope: roles.support.scopes.join(' '),
      sub: development,
      azp: 'console',
    });
    expect((await withToken(token, 'GET', '/units')).status).toBe(200);
    const refused = await withToken(token, 'POST', '/units', { name: 'Home', type: 'home' });
    expect(refused.status).toBe(403);
  });

  test('is named in the audit log, with the app', async () => {
    const token = await ada.token(development);
    const unit = { name: 'Home', type: 'home' };
    expect((await withToken(token, 'POST', '/units', unit)).status).toBe(201);
    const { body } = await withToken(token, 'GET', '/audit?operation=createUnit');
    expect(body).toContainEqual(
      expect.objectContaining({
        actor: { type: 'person', id: 'ada@acme.example' },
        app: 'console',
        status: 201,
      }),
    );
  });

  test('manages the organization as an owner alone', async () => {
    const path = `/api/v1/organizations/${organization}`;
    const { members } = (await bob.get<Members>(`${path}/members`)).body;
    expect(members.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['ada@acme.example', 'bob@acme.example']),
    );
    const idOf = (email: string) => members.find((member) => member.email === email)!.id;
    const attempts = [
      bob.send('PATCH', path, { name: 'Mine' }),
      bob.send('POST', `${path}/environments`, { name: 'mine' }),
      bob.send('PATCH', `/api/v1/environments/${development}`, { name: 'mine' }),
      bob.send('POST', `${path}/invitations`, { email: 'eve@acme.example', role: 'owner' }),
      bob.send('PATCH', `${path}/members/${idOf('bob@acme.example')}`, { role: 'owner' }),
      bob.send('DELETE', `${path}/members/${idOf('ada@acme.example')}`),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect({ status, type: body.type }).toEqual({
        status: 403,
        type: expect.stringMatching(/#insufficient_role$/),
      });
    }
    const { body: entries } = await ada.get(`${path}/audit`);
    expect(entries).toContainEqual(
      expect.objectContaining({
        actor: { type: 'person', id: 'bob@acme.example' },
        operation: 'updateOrganization',
        problem: 'insufficient_role',
      }),
    );
  });

  test('cannot be the last owner to leave', async () => {
    const path = `/api/v1/organizations/${organization}/members`;
    const { members } = (await ada.get<Members>(path)).body;
    const self = members.find(({ role }) => role === 'owner')!;
    expect((await ada.send('DELETE', `${path}/${self.id}`)).body.type).toMatch(/#last_owner$/);
    const demoted = await ada.send('PATCH', `${path}/${self.id}`, { role: 'viewer' });
    expect(demoted.body.type).toMatch(/#last_owner$/);
  });

  test('of another organization finds nothing here', async () => {
    const link = await inviteAsOperator(stack(), {
      email: 'dan@other.example',
      organization: 'Other',
    });
    const dan = newPerson(stack().address);
    await dan.signUp('dan@other.example', link);
    await confirm(dan, 'dan@other.example');
    const path = `/api/v1/organizations/${organization}`;
    const answers = await Promise.all([
      dan.get(`${path}/members`),
      dan.get(`${path}/audit`),
      dan.send('PATCH', path, { name: 'Mine' }),
      dan.send('POST', `${path}/environments`, { name: 'mine' }),
      dan.send('POST', `${path}/invitations`, { email: 'dan@other.example', role: 'owner' }),
      dan.send('POST', `/api/v1/environments/${development}/token`),
      dan.send('PATCH', `/api/v1/environments/${development}`, { name: 'mine' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const account = newAccount(stack());
    await dan.send('PATCH', `/api/v1/organizations/${account.developer}`, { name: 'Mine' });
    expect((await account.request('GET', '/audit')).body).toEqual([]);
    const forGrace = await ada.send('POST', `${path}/invitations`, {
      email: 'grace@acme.example',
      role: 'viewer',
    });
    expect((await dan.accept(forGrace.body.link!)).body.type).toMatch(/#other_person$/);
  });
});

test('a name is bounded, and nobody has a picture', async () => {
  for (const body of [{ name: 'x'.repeat(101) }, { name: 'a\u0000b' }, { image: 'data:,' }]) {
    const answer = await ada.send('POST', '/api/auth/update-user', body);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid_name' } });
  }
});

test('attempts to sign in are limited', async () => {
  const person = newPerson(stack().address);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 40 && !statuses.includes(429); attempt += 1) {
    statuses.push((await person.signIn('nobody@acme.example', 'wrong wrong wrong')).status);
  }
  expect(statuses).toContain(429);
});

test('no password is in the logs', () => {
  expect(stack().output()).not.toContain(password);
});

const base_url = 'https://api.solar.example';
const solar = {
  type_id: 'x-solar',
  name: 'Solar',
  configuration: {
    base_url,
    requests: { now: { path: '/now' } },
    devices: [
      {
        request: 'now',
        entities: '$.inverters[*]',
        id: '$.id',
        properties: [{ capability: 'power', value: '$.power' }],
      },
    ],
  },
};

describe('what an environment has', () => {
  test('is copied to another one, but for its secrets', async () => {
    const { body: created } = await ada.send('POST', '/api/v1/organizations', { name: 'Copies' });
    const [from, to] = (created.environments as { id: string }[]).map(({ id }) => id);
    const source = newAccount(stack(), { developer: from! });
    const target = newAccount(stack(), { developer: to! });
    const instances = [
      { connector_type_id: 'simulator', configuration: { application_key: 'canary' } },
      { connector_type_id: 'wot', configuration: {}, clients_per_subject: 3 },
    ];
    for (const body of instances) {
      expect((await source.request('POST', '/connectors/instances', { body })).status).toBe(201);
    }
    const { status } = await source.request('POST', '/connectors/types', { body: solar });
    expect(status).toBe(201);
    const logo = await fetch(`${stack().address}/api/v1/connectors/types/x-solar/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${source.token}`, 'content-type': 'image/svg+xml' },
      body: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    });
    expect(logo.status).toBeLessThan(300);
    await source.request('POST', '/connectors/instances', {
      body: { connector_type_id: 'x-solar', configuration: {} },
    });
    const branding = { name: 'Acme Home', color: '#123456' };
    await source.request('PUT', '/connect/branding', { body: branding });
    await source.request('PATCH', '/retention', { body: { history_days: 2 } });
    const path = `/api/v1/environments/${to}/copy`;

    const first = await ada.send('POST', path, { from });
    expect(first).toMatchObject({
      status: 200,
      body: {
        connector_types: [{ connector_type_id: 'x-solar', status: 'copied' }],
        connector_instances: [
          {
            connector_type_id: 'simulator',
            status: 'secrets_needed',
            secrets: ['/application_key'],
          },
          { connector_type_id: 'wot', status: 'copied' },
          { connector_type_id: 'x-solar', status: 'copied' },
        ],
        branding: 'copied',
        retention: 'copied',
      },
    });
    expect(JSON.stringify(first.body)).not.toContain('canary');
    const refused = await ada.send('POST', path, {
      from,
      secrets: { simulator: { application_key: 1 } },
    });
    expect(refused.body.connector_instances).toMatchObject([
      { connector_type_id: 'simulator', status: 'refused' },
      { connector_type_id: 'wot', status: 'exists' },
      { connector_type_id: 'x-solar', status: 'exists' },
    ]);
    const secrets = { simulator: { application_key: 'another' } };
    expect((await ada.send('POST', path, { from, secrets })).body).toMatchObject({
      connector_instances: [{ status: 'copied' }, { status: 'exists' }, { status: 'exists' }],
      branding: 'exists',
      retention: 'exists',
    });
    const put = await source.request('PUT', '/connectors/types/x-solar', {
      body: { name: 'Solar roof', configuration: solar.configuration },
    });
    expect(put.status).toBe(200);
    const { body: listed } = await source.request('GET', '/connectors/instances');
    for (const { href } of listed as { href: string }[]) {
      const id = href.split('/').at(-1);
      const body = { clients_per_subject: 4 };
      await source.request('PATCH', `/connectors/instances/${id}`, { body });
    }
    const outcomes = async (body: object) => {
      const answer = await ada.send('POST', path, body);
      expect(answer.status).toBe(200);
      const { connector_types, connector_instances } = answer.body as Record<
        'connector_types' | 'connector_instances',
        { status: string }[]
      >;
      return [...connector_types, ...connector_instances].map(({ status }) => status);
    };
    const all = (status: string) => Array.from({ length: 4 }, () => status);
    expect(await outcomes({ from })).toEqual(all('differs'));
    expect(await outcomes({ from, replace: true })).toEqual(all('replaced'));
    expect(await outcomes({ from })).toEqual(all('exists'));
    expect((await target.request('GET', '/retention')).body).toMatchObject({ history_days: 2 });
    expect((await target.request('GET', '/connect/branding')).body).toEqual(branding);
    const { body: copies } = await target.request('GET', '/connectors/instances');
    expect(copies).toHaveLength(3);
    const copied = await target.request('GET', '/connectors/types/x-solar');
    expect(copied.body).toMatchObject({
      name: 'Solar roof',
      version: 2,
      configuration: { base_url },
    });
    expect(copied.body.logo).toMatch(/^http/);
    const { body: entries } = await target.request('GET', '/audit');
    expect((entries as { operation: string }[]).map(({ operation }) => operation)).toContain(
      'copyEnvironment',
    );
  });

  test('is copied only by those who develop in both', async () => {
    const { body: own } = await bob.send('POST', '/api/v1/organizations', { name: 'Bobs' });
    const [mine] = own.environments as { id: string }[];
    const path = `/api/v1/environments/${mine!.id}/copy`;
    expect(await bob.send('POST', path, { from: development })).toMatchObject({ status: 403 });
    const { body: others } = await ada.send('POST', '/api/v1/organizations', { name: 'Adas' });
    const [theirs] = others.environments as { id: string }[];
    expect(await bob.send('POST', path, { from: theirs!.id })).toMatchObject({ status: 404 });
    expect(
      await bob.send('POST', `/api/v1/environments/${theirs!.id}/copy`, { from: mine!.id }),
    ).toMatchObject({ status: 404 });
  });
});
