import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, signToken, waitFor, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate, type SimulatedClient } from './simulation.js';

const stack = sharedStack();
const agents: Client[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

/** Connects as agents do; `auto` prefers the revision of the protocol that knows no sessions. */
async function connect(token: string, mode: 'legacy' | 'auto' = 'auto') {
  const agent = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  const address = new URL(`${stack().address}/mcp`);
  await agent.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  agents.push(agent);
  const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
  /** Calls a tool; the client validates the answer against its schema. */
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent, isError } = await agent.callTool({ name, arguments: given });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read answers of every shape
    return { isError, content: structuredContent as Record<string, any> };
  };
  return { agent, names, call };
}

let account: Account;
let simulated: SimulatedClient;
beforeAll(async () => {
  account = newAccount(stack());
  // The next device is a sensor that is missing now and then.
  simulated = await simulate(account, { devices: 5 });
});

interface Found {
  id: string;
  title: string;
  values: Record<string, { value: unknown; unit?: string }>;
}

describe.each(['legacy', 'auto'] as const)('an agent (%s)', (mode) => {
  test('finds a lamp, switches it on, and sees it on', async () => {
    const { agent, names, call } = await connect(account.token, mode);
    expect(agent.getInstructions()).toMatch(/data, never instructions/);
    expect(await names()).toHaveLength(14);
    const { content } = await call('find_things', { search: 'lamp', capability: 'light' });
    const [lamp] = content.things as Found[];
    const before = lamp!.values.on!.value as boolean;
    const thing = lamp!.id;
    const on = async () => {
      const { properties } = (await call('read_thing', { thing })).content;
      return (properties as Record<string, { value: unknown; writable: boolean }>).on!;
    };
    expect(await on()).toMatchObject({ value: before, writable: true });
    const written = await call('write_property', { thing, property: 'on', value: !before });
    expect(written.content).toEqual({ status: 'completed' });
    expect((await on()).value).toBe(!before);
    const { content: log } = await call('read_audit_log', { resource: thing, limit: 1 });
    expect(log.entries).toMatchObject([{ operation: 'writeThingProperty', status: 204 }]);
  });
});

test('an agent asks each tool, and is answered as their schemas say', async () => {
  const { names, call } = await connect(account.token);
  const { request } = account;
  const { content: start } = await call('follow_changes');
  const { id: unit } = (await request('POST', '/units', { body: { name: 'House', type: 'house' } }))
    .body as { id: string };
  const { content: stations } = await call('find_things', { search: 'weather' });
  const thing = (stations.things as Found[])[0]!.id;
  await request('POST', `/units/${unit}/things`, { body: { id: thing } });
  const client = simulated.path.split('/').at(-1)!;
  const history = { thing, property: 'temperature', interval: 'PT1H' };
  const samples: Record<string, unknown> = {
    find_things: { below: unit },
    read_thing: { thing },
    read_history: history,
    read_logbook: { thing },
    find_units: { search: 'house' },
    summarize_unit: { unit, of: ['temperature'] },
    invoke_action: { thing, action: 'identify' },
    command_things: { things: [thing], action: 'identify', preview: true },
    list_client_problems: {},
    explain_client: { client },
    follow_changes: { cursor: start.cursor, wait_seconds: 1 },
    read_audit_log: { actor: account.developer },
  };
  const answered: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(samples)) {
    const { isError, content } = await call(name, given as Record<string, unknown>);
    expect({ name, isError, content }).toMatchObject({ name, isError: undefined });
    answered[name] = content;
  }
  const untried = (await names()).filter((name) => !(name in samples));
  expect(untried).toEqual(['write_property', 'read_outcome']);
  expect(answered).toMatchObject({
    find_things: {
      things: [
        {
          id: thing,
          subject: expect.any(String),
          values: { temperature: { unit: expect.any(String) } },
        },
      ],
    },
    read_history: { intervals: expect.any(Array) },
    find_units: { units: [{ id: unit, name: 'House', things: 1 }] },
    summarize_unit: { things: { count: 1 }, values: [{ property: 'temperature', count: 1 }] },
    explain_client: { status: 'STARTED', things: 5, connector: expect.stringMatching(/Simul/) },
    follow_changes: { cursor: expect.any(String), more: expect.any(Boolean) },
  });
  const kinds = ['unit_created', 'unit_linked'];
  const { changes } = await waitFor(async () => {
    const { content } = await call('follow_changes', { cursor: start.cursor, kinds });
    return content.changes.length === 2 && content;
  });
  expect(changes).toMatchObject([
    { kind: 'unit_created', id: unit },
    { kind: 'unit_linked', id: unit, linked_with: thing },
  ]);
});

test('an agent switches eight lamps in one call, and sees them on', async () => {
  const own = newAccount(stack());
  // Every sixth device is a lamp.
  await simulate(own, { devices: 48 });
  const { call } = await connect(own.token);
  const lamps = async () =>
    (await call('find_things', { capability: 'light', limit: 50 })).content.things as Found[];
  await waitFor(async () => (await lamps()).length === 8);
  const things = (await lamps()).map(({ id }) => id);
  const command = { things, property: 'on', value: true };
  const previewed = await call('command_things', { ...command, preview: true });
  expect(previewed.content).toMatchObject({ status: 'preview', things, failed: [] });
  const done = await call('command_things', command);
  const progress = { completed: 8, failed: 0 };
  expect(done.content).toMatchObject({ status: 'completed', progress, failed: [] });
  await waitFor(async () => (await lamps()).every(({ values }) => values.on!.value === true));
  const unknown = '0190b1f4-6d5c-7cc0-8000-000000000001';
  expect(await call('command_things', { ...command, things: [unknown] })).toMatchObject({
    isError: true,
    content: { errors: [{ pointer: '/arguments/things/0' }] },
  });
  const wrong = await call('command_things', { capability: 'light', action: 'none' });
  expect(wrong.content.progress).toMatchObject({ failed: 8 });
  expect(wrong.content.failed).toHaveLength(8);
});

test('an error is explained: what happened, since when, what to do, and what comes next', async () => {
  const { request, token } = newAccount(stack());
  const wot = { connector_type_id: 'wot', configuration: {} };
  await request('POST', '/connectors/instances', { body: wot });
  // An address that no connector may reach: that of the metadata of a cloud.
  const configuration = { url: 'http://169.254.169.254/' };
  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { ...wot, configuration },
  });
  const client = created.body.client_id as string;
  const path = `/connectors/clients/${client}`;
  await waitFor(async () => (await request('GET', path)).body.status === 'ERROR');
  const { call } = await connect(token);
  const { content: listed } = await call('list_client_problems');
  expect(listed.clients).toMatchObject([{ client, subject: 'alice', code: 'misconfigured' }]);
  const clientsOf = async (subject: string) =>
    (await call('list_client_problems', { subject })).content.clients as unknown[];
  expect(await clientsOf('alice')).toHaveLength(1);
  expect(await clientsOf('zoë')).toEqual([]);
  const { content } = await call('explain_client', { client });
  expect(content).toMatchObject({
    status: 'ERROR',
    subject: 'alice',
    things: 0,
    error: {
      code: 'misconfigured',
      remedy: 'fix-configuration',
      since: expect.any(String),
      meaning: expect.stringMatching(/^The configuration cannot work/),
      what_to_do: expect.stringMatching(/^The address is in a network/),
      detail: 'The address 169.254.169.254 is not allowed.',
    },
    next_poll: expect.any(String),
  });
});

test('an agent that may only read is shown no tool that writes, and has none', async () => {
  const token = signToken(stack(), { sub: account.developer, scope: 'svc.things.read' });
  const { names, call } = await connect(token);
  expect(await names()).toEqual([
    'find_things',
    'read_thing',
    'read_history',
    'read_logbook',
    'read_outcome',
    'follow_changes',
  ]);
  const [lamp] = (await call('find_things', { search: 'lamp' })).content.things as Found[];
  const given = { thing: lamp!.id, property: 'on', value: true };
  expect(await call('write_property', given)).toMatchObject({
    isError: true,
    content: { code: 'insufficient_scope', scope: 'svc.things.act' },
  });
});

test('an agent of an end user sees only what is theirs', async () => {
  const claims = { sub: account.developer };
  const of = (subject: string) =>
    connect(signToken(stack(), { ...claims, external_subject_id: subject }));
  const alice = await of('alice');
  expect((await alice.call('find_things')).content.things).toHaveLength(5);
  const bob = await of('bob');
  expect((await bob.call('find_things')).content.things).toEqual([]);
  expect((await bob.call('list_client_problems')).content).toEqual({ clients: [] });
  const client = simulated.path.split('/').at(-1)!;
  expect(await bob.call('explain_client', { client })).toMatchObject({
    isError: true,
    content: { code: 'not_found' },
  });
});
