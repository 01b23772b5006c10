import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { startHttpServer, startStack, type HttpServer, type Stack } from '@trellis/testing';
import { build } from 'esbuild';
import { consent, newAgent, type Agent } from './mcp-clients/agent.js';
import { startDescriptions } from './mcp-clients/description-server.js';
import { headingOf, lookAt, onePage } from './console/page.js';
import { inviteAsOperator, newPerson, type PersonBrowser } from './people/person.js';

const redirect = 'http://127.0.0.1:9/callback';
const email = 'ada@acme.example';

let descriptions: Awaited<ReturnType<typeof startDescriptions>>;
let stack: Stack;
let ada: PersonBrowser;
beforeAll(async () => {
  descriptions = await startDescriptions();
  stack = await startStack({ environment: { NODE_EXTRA_CA_CERTS: descriptions.authority } });
  ada = newPerson(stack.address);
  const invited = { email, organization: 'Acme', environment: 'demo' };
  const link = await inviteAsOperator(stack, invited);
  await ada.signUp(email, link);
  await ada.accept(link);
});
afterAll(async () => {
  descriptions.close();
  await stack.stop();
  stack.clear();
});

const sendForm = async (path: string, form: Record<string, string>) => {
  const body = new URLSearchParams(form);
  const answer = await fetch(`${stack.address}${path}`, { method: 'POST', body });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text || '{}') as { error?: string } };
};
const revoke = (agent: Agent, token: string) =>
  sendForm('/oauth2/revoke', { token, client_id: agent.clientId() });

async function authorized(options: { describedAt?: string } = {}): Promise<Agent> {
  const agent = newAgent(stack.address, options);
  const { body } = await consent(ada, await agent.askForAuthorization(), 'demo');
  await agent.finish(new URL(body.href));
  return agent;
}

describe('an agent that is known by its description', () => {
  test('needs no registration, acts as the person, and refreshes', async () => {
    const description = { client_name: 'Described', redirect_uris: [redirect] };
    const describedAt = descriptions.publish('/agent.json', description);
    const agent = await authorized({ describedAt });
    expect(agent.clientId()).toBe(describedAt);
    expect((await agent.call('find_things')).isError).toBeUndefined();
    // Two requests of the page, one read.
    expect(descriptions.reads()).toBe(1);
    const { body } = await ada.get<{ name: string }[]>('/api/v1/mcp_clients');
    expect(body).toContainEqual(expect.objectContaining({ name: 'Described' }));
    const refreshed = await sendForm('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: agent.tokens().refresh_token!,
      client_id: describedAt,
    });
    expect(refreshed.status).toBe(200);
  });

  test.each<[string, object, string]>([
    ['/other.json', { client_id: 'https://localhost/agent.json' }, 'another client_id'],
    ['/elsewhere.json', { redirect_uris: ['https://evil.example/'] }, 'not registered'],
    ['/large.json', { policy: 'a'.repeat(6_000) }, 'more than 5,120 bytes'],
  ])('is refused with %s', async (path, changed, reason) => {
    const description = { client_name: 'Described', redirect_uris: [redirect], ...changed };
    const describedAt = descriptions.publish(path, description);
    const agent = newAgent(stack.address, { describedAt });
    const { status, body } = await consent(ada, await agent.askForAuthorization(), 'demo');
    expect({ status, body: JSON.stringify(body) }).toEqual({
      status: 400,
      body: expect.stringContaining(reason),
    });
  });
});

test('an agent that gives its refresh token back ends, and no other one does', async () => {
  const agent = await authorized();
  const other = await authorized();
  const token = agent.tokens().refresh_token!;
  expect(await revoke(other, token)).toMatchObject({ status: 401 });
  expect((await revoke(agent, agent.tokens().access_token)).body.error).toBe(
    'unsupported_token_type',
  );
  expect((await revoke(agent, token)).status).toBe(200);
  expect((await revoke(agent, token)).status).toBe(200);
  const refresh = (one: Agent) =>
    sendForm('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: one.tokens().refresh_token!,
      client_id: one.clientId(),
    });
  expect((await refresh(agent)).body.error).toBe('invalid_grant');
  expect((await refresh(other)).status).toBe(200);
});

/** A page of another origin, with the library of the Model Context Protocol. */
async function startPage(): Promise<HttpServer> {
  const { outputFiles } = await build({
    entryPoints: [new URL('mcp-clients/agent.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'agents',
    platform: 'browser',
  });
  const html = '<!doctype html><link rel="icon" href="data:,"><script src="/agent.js"></script>';
  return startHttpServer(({ url }, response) => {
    const isScript = url === '/agent.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? outputFiles[0]!.text : html);
  });
}

declare global {
  // The bundle above, and its agent.
  var agents: { newAgent: typeof newAgent };
  var agent: Agent;
}

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`a page of another origin${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('is an agent: it registers, is authorized, acts and gives its token back', async () => {
    const { page } = opened();
    const app = await startPage();
    await page.goto(app.address);
    const requested = await page.evaluate(async (address) => {
      globalThis.agent = globalThis.agents.newAgent(address, { redirect: `${origin}/callback` });
      return (await globalThis.agent.askForAuthorization()).href;
    }, stack.address);
    const { body } = await consent(ada, new URL(requested), 'demo');
    const found = await page.evaluate(async (answer) => {
      await globalThis.agent.finish(new URL(answer));
      return globalThis.agent.call('find_things');
    }, body.href);
    expect(found.isError).toBeUndefined();
    const revoked = await page.evaluate(async (address) => {
      const token = globalThis.agent.tokens().refresh_token!;
      const form = new URLSearchParams({ token, client_id: globalThis.agent.clientId() });
      return (await fetch(`${address}/oauth2/revoke`, { method: 'POST', body: form })).status;
    }, stack.address);
    expect(revoked).toBe(200);
    await app.close();
  });

  test('shows where an agent is described', async () => {
    const { page } = opened();
    const describedAt = descriptions.publish('/shown.json', { redirect_uris: [redirect] });
    const agent = newAgent(stack.address, { describedAt });
    const requested = await agent.askForAuthorization();
    for (const [name, value] of ada.jar) {
      await page.context().addCookies([{ name, value, url: stack.address }]);
    }
    await page.goto(requested.href);
    const { host } = new URL(describedAt);
    await headingOf(page, `Authorize ${host}?`).waitFor();
    await page.getByText(`It is described at ${host}.`).waitFor();
    await lookAt(page, 'authorize-described');
  });
});
