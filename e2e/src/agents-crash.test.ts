import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateKey } from '@trellis/sealing';
import {
  createDatabase,
  newAccount,
  startAgentProgram,
  startStack,
  waitFor,
  type Account,
  type AgentProgram,
  type Stack,
} from '@trellis/testing';
import { startCalledDevice } from './agents/called-device.js';

/** The product, whose gateway apps use, and another gateway, to which the agent is connected. */
let stack: Stack;
let other: Stack;
let device: Awaited<ReturnType<typeof startCalledDevice>>;
let account: Account;
let agent: AgentProgram;
let agentId: string;

beforeAll(async () => {
  const environment = {
    DATABASE_URL: await createDatabase(),
    SECRETS_KEYS: generateKey(),
    EGRESS_PRIVATE: 'deny',
    RATE_LIMIT_PER_MINUTE: '0',
    ...(process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL }),
  };
  stack = await startStack({ environment });
  const services = ['units-service', 'connector-runtime', 'accounts-service'];
  other = await startStack({ environment, args: ['--without', ...services] });
  device = await startCalledDevice();
  account = newAccount(stack);
  const created = await account.request('POST', '/agents', {
    subject: 'alice',
    body: { name: 'Home' },
  });
  agentId = created.body.id as string;
  const { code } = created.body.pairing as { code: string };
  agent = await startAgentProgram(['--url', other.address, '--code', code]);
  await agent.prints('Connected to');
}, 180_000);
afterAll(async () => {
  await agent.clear();
  await device.stop();
  for (const one of [other, stack]) {
    await one.stop();
    one.clear();
  }
});

/** Returns the address of the action of the device, of which it creates a client at first. */
async function findAction(): Promise<string> {
  const instance = { connector_type_id: 'wot', configuration: {} };
  await account.request('POST', '/connectors/instances', { body: instance });
  await account.request('POST', '/connectors/clients', {
    subject: 'alice',
    body: {
      connector_type_id: 'wot',
      via: agentId,
      configuration: { url: device.url, interval_ms: 1_000 },
    },
  });
  const headers = { accept: 'application/ld+json' };
  const find = async () => {
    const { body } = await account.request('GET', '/things', { subject: 'alice', headers });
    return (body as { base: string }[])[0]?.base;
  };
  const base = await waitFor(find, { within: 45_000, what: 'the thing' });
  return `${base}actions/set`;
}

const perSecond = 25;

interface Answer {
  status: number | undefined;
  /** The interaction whose outcome was not known yet. */
  interaction: string | null;
}

/** Calls an action with numbers, each once, at a rate; returns the answers by number. */
function startCalls(path: string, first: number) {
  const answers = new Map<number, Answer>();
  const pending: Promise<unknown>[] = [];
  let next = first;
  const timer = setInterval(() => {
    const body = next;
    next += 1;
    pending.push(
      account.request('POST', path, { body }).then(
        ({ status, headers }) =>
          answers.set(body, { status, interaction: headers.get('location') }),
        () => answers.set(body, { status: undefined, interaction: null }),
      ),
    );
  }, 1_000 / perSecond);
  return {
    answers,
    done: () => [...answers].flatMap(([number, { status }]) => (isDone(status) ? [number] : [])),
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

const isDone = (status: number | undefined) => status === 200 || status === 204;

let path: string | undefined;
let first = 1;

test.each([
  [
    'the gateway of the agent',
    async () => process.kill(await other.pidOf('api-gateway'), 'SIGKILL'),
  ],
  [
    'the agent',
    async () => {
      await agent.stop('SIGKILL');
      await pause(2_000);
      agent.start();
    },
  ],
  [
    'connector-runtime',
    async () => process.kill(await stack.pidOf('connector-runtime'), 'SIGKILL'),
  ],
])(
  'after a kill of %s under calls nothing counts as done that was not, and all works again',
  async (_name, kill) => {
    path ??= await findAction();
    const calls = startCalls(path, first);
    await waitFor(() => calls.done().length > 2 * perSecond, { within: 30_000, what: 'calls' });
    await kill();
    const hasFailed = () => [...calls.answers.values()].some(({ status }) => !isDone(status));
    await waitFor(hasFailed, { within: 30_000, what: 'a call that fails' });
    const before = calls.done().length;
    const goesOn = () => calls.done().length > before + 4 * perSecond;
    await waitFor(goesOn, { within: 60_000, what: 'the calls to go on' });
    await calls.stop();
    first += calls.answers.size;

    const done = new Set(calls.done());
    for (const [number, { interaction }] of calls.answers) {
      if (interaction === null) continue;
      const isSettled = async () => {
        const { body } = await account.request('GET', interaction);
        return body.status !== 'pending' && (body.status as string);
      };
      const settled = await waitFor(isSettled, { within: 30_000, what: 'an outcome' });
      if (settled === 'completed') done.add(number);
    }
    const called = new Set(device.called);
    expect([...done].filter((number) => !called.has(number))).toEqual([]);
    // An action that may not be repeated is not.
    expect(called.size).toBe(device.called.length);

    const last = first;
    first += 1;
    expect((await account.request('POST', path, { body: last })).status).toBeLessThan(300);
    expect(device.called.at(-1)).toBe(last);
    expect((await account.request('GET', `/agents/${agentId}`)).body.state).toBe('online');
  },
  150_000,
);
