import { afterEach, describe, expect, test } from '@jest/globals';
import { startHueBridge } from '@trellis/connectors/testing';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { startAgentProgram, type AgentProgram } from './agents/program.js';
import { oneStack } from './one-stack.js';

// A hosted installation reaches no private network by itself.
const stack = oneStack({ environment: { EGRESS_PRIVATE: 'deny' } });

const subject = 'alice';

const programs: AgentProgram[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.clear();
});

/** Creates an agent of a subject, and starts the program that is paired as it. */
async function pairAgent({ request }: Account, name = 'Home') {
  const created = await request('POST', '/agents', { subject, body: { name } });
  expect(created.status).toBe(201);
  const { id, pairing } = created.body as { id: string; pairing: { code: string } };
  const program = await startAgentProgram(['--url', stack().address, '--code', pairing.code]);
  programs.push(program);
  const read = async () => (await request('GET', `/agents/${id}`)).body;
  const becomes = (state: string) =>
    waitFor(async () => (await read()).state === state, { what: state });
  await becomes('online');
  return { id, pairing, program, read, becomes };
}

async function createClient(
  { request }: Account,
  { type, via, configuration }: { type: string; via?: string; configuration: object },
) {
  const instance = { connector_type_id: type, configuration: {} };
  await request('POST', '/connectors/instances', { body: instance });
  const body = { connector_type_id: type, configuration, via };
  const created = await request('POST', '/connectors/clients', { subject, body });
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = async () => (await request('GET', path)).body;
  const becomes = (status: string) =>
    waitFor(async () => (await read()).status === status, { within: 45_000, what: status });
  return { created, path, read, becomes };
}

async function thingOf({ request }: Account, title: string) {
  const headers = { accept: 'application/ld+json' };
  const { body } = await request('GET', '/things', { subject, headers });
  return (body as { title: string; base: string }[]).find((one) => one.title === title)!;
}

describe('a Hue bridge in a home', () => {
  test('is polled, listened to and controlled through the agent alone', async () => {
    const bridge = await startHueBridge();
    try {
      const account = newAccount(stack());
      const configuration = { host: bridge.host, interval_ms: 1000 };
      const agent = await pairAgent(account);
      bridge.pressButton();
      const direct = await createClient(account, { type: 'philips-hue', configuration });
      await direct.becomes('ERROR');
      expect((await direct.read()).error).toMatchObject({ cause: 'name_not_found' });
      await account.request('DELETE', direct.path);

      const client = await createClient(account, {
        type: 'philips-hue',
        via: agent.id,
        configuration,
      });
      await client.becomes('STARTED').catch(async (e) => {
        console.log(
          JSON.stringify(await client.read()),
          agent.program.output(),
          JSON.stringify((await account.request('GET', client.path + '/activity')).body).slice(
            0,
            3000,
          ),
          await (await fetch(agent.program.page)).text(),
          stack().output().slice(-3000),
        );
        throw e;
      });
      expect(await client.read()).toMatchObject({ via: agent.id });
      const { base } = await thingOf(account, 'Desk lamp');
      const written = await account.request('PUT', `${base}properties/brightness`, { body: 33 });
      expect(written.status).toBe(204);
      expect(bridge.state.find('color-light')).toMatchObject({ dimming: { brightness: 33 } });
      await waitFor(async () => (await client.read()).connection?.state === 'connected');
      expect(await (await fetch(agent.program.page)).text()).toContain(bridge.host);

      await agent.program.stop('SIGKILL');
      await agent.becomes('offline');
      await client.becomes('ERROR');
      expect(await client.read()).toMatchObject({
        error: { code: 'unavailable', cause: 'agent_offline', remedy: 'wait' },
        connection: { state: 'agent_offline' },
      });
      const away = (await account.request('GET', base)).body;
      expect(away.availability).toMatchObject({ state: 'unknown', code: 'unavailable' });
      const refused = await account.request('PUT', `${base}properties/brightness`, { body: 44 });
      expect(refused.status).toBe(503);
      expect(bridge.state.find('color-light')).toMatchObject({ dimming: { brightness: 33 } });

      agent.program.start();
      await agent.becomes('online');
      await client.becomes('STARTED');
      const again = await account.request('PUT', `${base}properties/brightness`, { body: 44 });
      expect(again.status).toBe(204);
    } finally {
      await bridge.stop();
    }
  });
});
