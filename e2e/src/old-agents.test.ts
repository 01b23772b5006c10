import { afterEach, expect, test } from '@jest/globals';
import { startHueBridge } from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
import { startFirstAgent, type FirstAgent } from './agents/first-agent.js';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { EGRESS_PRIVATE: 'deny' } });

const subject = 'alice';

const running: FirstAgent[] = [];
afterEach(() => {
  for (const agent of running.splice(0)) agent.stop();
});

async function pair(protocol?: number) {
  const account = newAccount(stack());
  const { body } = await account.request('POST', '/agents', { subject, body: { name: 'Home' } });
  const { id, pairing } = body as { id: string; pairing: { code: string } };
  const agent = await startFirstAgent(stack().address, {
    code: pairing.code,
    ...(protocol !== undefined && { protocol }),
  });
  running.push(agent);
  const read = async () => (await account.request('GET', `/agents/${id}`)).body;
  return { account, id, read, welcome: agent.welcome };
}

test('an agent of the first version reaches devices, and is told to be updated', async () => {
  const bridge = await startHueBridge();
  try {
    const { account, id, read, welcome } = await pair();
    expect(welcome).toMatchObject({
      name: 'Home',
      notice: expect.stringMatching(/is old: Trellis 3 refuses it\. Update it/),
    });
    await waitFor(async () => (await read()).report !== undefined, { what: 'its report' });
    expect(await read()).toMatchObject({
      state: 'online',
      outdated: true,
      report: { version: '0.1.0' },
      round_trip_ms: expect.any(Number),
    });
    const instance = { connector_type_id: 'philips-hue', configuration: {} };
    await account.request('POST', '/connectors/instances', { body: instance });
    bridge.pressButton();
    const configuration = { host: bridge.host, interval_ms: 1000 };
    const { body } = await account.request('POST', '/connectors/clients', {
      subject,
      body: { connector_type_id: 'philips-hue', configuration, via: id },
    });
    const isStarted = async () => {
      const client = await account.request('GET', `/connectors/clients/${body.client_id}`);
      return client.body.status === 'STARTED';
    };
    await waitFor(isStarted, { within: 45_000, what: 'the client' });
  } finally {
    await bridge.stop();
  }
});

test.each([
  [0, 'This version of the agent is too old. Update it: npx @trellis/agent@latest'],
  [99, 'This version of the agent is newer than Trellis. Use an earlier one.'],
])('an agent that speaks version %i is refused, and told why', async (protocol, refused) => {
  const { welcome, read } = await pair(protocol);
  expect(welcome).toMatchObject({ refused, final: true });
  expect((await read()).state).toBe('unpaired');
});
