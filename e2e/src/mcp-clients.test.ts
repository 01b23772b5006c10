import { beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { signToken, startHttpServer } from '@trellis/testing';
import jwt from 'jsonwebtoken';
import { consent, newAgent, type Agent } from './mcp-clients/agent.js';
import { headingOf, lookAt, onePage } from './console/page.js';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, newPerson, password, type PersonBrowser } from './people/person.js';

const stack = oneStack();

let ada: PersonBrowser;
let organization: string;

async function join(email: string): Promise<PersonBrowser> {
  const person = newPerson(stack().address);
  const invited = { email, organization: 'Acme', environment: 'demo' };
  const link = await inviteAsOperator(stack(), invited);
  await person.signUp(email, link);
  organization = String((await person.accept(link)).body.id);
  return person;
}

beforeAll(async () => {
  ada = await join('ada@acme.example');
});

/** Returns an agent that a person has authorized. */
async function authorized(person: PersonBrowser): Promise<Agent> {
  const agent = newAgent(stack().address);
  const { status, body } = await consent(person, await agent.askForAuthorization(), 'demo');
  expect(status).toBe(201);
  await agent.finish(new URL(body.href));
  return agent;
}

/** Makes the access token of an agent one that has expired. */
const expire = (agent: Agent) =>
  agent.use({ access_token: signToken(stack(), { sub: 'demo', exp: 1_700_000_000 }) });

const exchange = async (form: Record<string, string>) => {
  const body = new URLSearchParams(form);
  const response = await fetch(`${stack().address}/oauth2/token`, { method: 'POST', body });
  const answer = (await response.json()) as { error?: string; refresh_token: string };
  return { status: response.status, ...answer };
};

/** Exchanges a refresh token, that of the agent by default. */
const refresh = (agent: Agent, token = agent.tokens().refresh_token!) =>
  exchange({ grant_type: 'refresh_token', refresh_token: token, client_id: agent.clientId() });

interface Listed {
  id: string;
  name: string;
  redirect_host: string;
}
const agentsOf = async (person: PersonBrowser) =>
  (await person.get<Listed[]>('/api/v1/mcp_clients')).body;

describe('an agent', () => {
  test('acts as the person, by the protocol alone, and leaves entries that say so', async () => {
    const agent = await authorized(ada);
    expect((await agent.call('find_things')).isError).toBeUndefined();
    const { access_token: token } = agent.tokens();
    expect(jwt.decode(token)).toMatchObject({
      sub: 'demo',
      aud: `${stack().address}/mcp`,
      azp: 'MCP client Test agent',
      act: { email: 'ada@acme.example' },
    });
    const headers = { authorization: `Bearer ${token}` };
    const direct = await fetch(`${stack().address}/api/v1/things`, { headers });
    expect([direct.status, await direct.json()]).toMatchObject([401, { reason: 'wrong_audience' }]);
    const { body: entries } = await ada.get<object[]>(
      `/api/v1/organizations/${organization}/audit`,
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: 'createMcpClient',
        actor: { type: 'person', id: 'ada@acme.example' },
        status: 201,
      }),
    );
  });

  test('refreshes by itself after its token has expired', async () => {
    const agent = await authorized(ada);
    const { refresh_token: before } = agent.tokens();
    expire(agent);
    expect((await agent.call('find_things')).isError).toBeUndefined();
    expect(agent.tokens().refresh_token).not.toBe(before);
  });

  test('ends when the person removes it', async () => {
    const agent = await authorized(ada);
    const { id, name, redirect_host } = (await agentsOf(ada)).at(-1)!;
    expect({ name, redirect_host }).toEqual({ name: 'Test agent', redirect_host: '127.0.0.1:9' });
    const bob = await join('bob@acme.example');
    expect((await bob.send('DELETE', `/api/v1/mcp_clients/${id}`)).status).toBe(404);
    expect((await ada.send('DELETE', `/api/v1/mcp_clients/${id}`)).status).toBe(204);
    expire(agent);
    // It opens a browser again, as at first.
    expect((await agent.askForAuthorization()).pathname).toBe('/console/authorize');
    expect(await agentsOf(ada)).not.toContainEqual(expect.objectContaining({ id }));
  });

  test.each(['/revoke-other-sessions', '/revoke-sessions', '/change-password'])(
    'ends when the person signs out everywhere (%s)',
    async (path) => {
      const email = `person${path.replaceAll(/\W/g, '-')}@acme.example`;
      const person = await join(email);
      const agent = await authorized(person);
      const other = await authorized(ada);
      const newPassword = 'another long password';
      const passwords = { currentPassword: password, newPassword, revokeOtherSessions: true };
      const body = path === '/change-password' ? passwords : {};
      expect((await person.send('POST', `/api/auth${path}`, body)).status).toBe(200);
      expect(await refresh(agent)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect((await refresh(other)).status).toBe(200);
    },
  );

  test('goes on when the password is not changed after all', async () => {
    const agent = await authorized(ada);
    const wrong = { currentPassword: 'wrong', newPassword: 'another long password' };
    expect((await ada.send('POST', '/api/auth/change-password', wrong)).status).toBe(400);
    expect((await refresh(agent)).status).toBe(200);
  });

  test('ends with the membership', async () => {
    const carol = await join('carol@acme.example');
    const agent = await authorized(carol);
    const { body } = await ada.get<{ members: { id: string; email: string }[] }>(
      `/api/v1/organizations/${organization}/members`,
    );
    const { id } = body.members.find(({ email }) => email === 'carol@acme.example')!;
    await ada.send('DELETE', `/api/v1/organizations/${organization}/members/${id}`);
    expect(await refresh(agent)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });
});

describe('copies', () => {
  test('of a refresh token end the authorization, and leave an entry', async () => {
    const agent = await authorized(ada);
    const first = agent.tokens().refresh_token!;
    const second = (await refresh(agent, first)).refresh_token;
    // A program that did not get the answer asks again.
    expect((await refresh(agent, first)).status).toBe(200);
    const third = (await refresh(agent, second)).refresh_token;
    expect((await refresh(agent, first)).error).toBe('invalid_grant');
    expect((await refresh(agent, third)).error).toBe('invalid_grant');
    const token = signToken(stack(), { sub: 'demo' });
    const audit = await fetch(`${stack().address}/api/v1/audit?operation=createAccessToken`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await audit.json()).toContainEqual(expect.objectContaining({ status: 400 }));
  });

  test('of a code end the authorization', async () => {
    const agent = newAgent(stack().address);
    const { body } = await consent(ada, await agent.askForAuthorization(), 'demo');
    await agent.finish(new URL(body.href));
    const token = agent.tokens().refresh_token!;
    await expect(agent.finish(new URL(body.href))).rejects.toThrow(/authorization has ended/);
    expect((await refresh(agent, token)).error).toBe('invalid_grant');
  });

  test('of another app are worth nothing', async () => {
    const agent = await authorized(ada);
    const other = await authorized(ada);
    const stolen = agent.tokens().refresh_token!;
    expect((await refresh(other, stolen)).error).toBe('invalid_grant');
    expect((await refresh(agent)).status).toBe(200);
  });
});

test('a page of another origin authorizes nothing', async () => {
  const agent = newAgent(stack().address);
  const requested = await agent.askForAuthorization();
  const page = newPerson(stack().address, 'https://evil.example');
  for (const [name, value] of ada.jar) page.jar.set(name, value);
  expect(await consent(page, requested, 'demo')).toMatchObject({ status: 403 });
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`in a browser${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('a person signs in, sees who asks, chooses where, and authorizes', async () => {
    const { page, complaints } = opened();
    const app = await startHttpServer((_request, response) => response.end('Back in the app'));
    const agent = newAgent(stack().address, { redirect: `${app.address}/callback` });
    await page.goto((await agent.askForAuthorization()).href);
    await page.getByLabel('E-mail address').fill('ada@acme.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await headingOf(page, 'Authorize Test agent?').waitFor();
    await page.getByText(`Next: ${new URL(app.address).host}`).waitFor();
    await lookAt(page, 'authorize');
    const denied = await page.getByRole('link', { name: 'Deny' }).getAttribute('href');
    expect(Object.fromEntries(new URL(denied!).searchParams)).toEqual({
      error: 'access_denied',
      state: '0x1234&%"state"',
      iss: stack().address,
    });
    await page.getByLabel('Scopes').getByText('Read things').waitFor();
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.getByText('Back in the app').waitFor();
    await agent.finish(new URL(page.url()));
    expect((await agent.call('find_things')).isError).toBeUndefined();

    await page.goto(`${stack().address}/console/profile`);
    await headingOf(page, 'Your account').waitFor();
    await page.getByLabel('MCP clients').getByText(new URL(app.address).host).waitFor();
    await lookAt(page, 'profile-with-agents');
    const item = page.getByRole('listitem').filter({ hasText: new URL(app.address).host });
    await item.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await item.waitFor({ state: 'detached' });
    expect((await refresh(agent)).error).toBe('invalid_grant');
    await app.close();
    expect(complaints).toEqual([]);
  });

  test('an address that the app has not registered is never opened', async () => {
    const { page } = opened();
    const agent = newAgent(stack().address);
    const requested = await agent.askForAuthorization();
    requested.searchParams.set('redirect_uri', 'https://evil.example/callback');
    for (const [name, value] of ada.jar) {
      await page.context().addCookies([{ name, value, url: stack().address }]);
    }
    await page.goto(requested.href);
    await page.getByText('The app has not registered this address.').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Authorize' }).count()).toBe(0);
  });
});
