import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agentProtocol, type Agent } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { recordingScheduler } from '../testing/queues.js';
import { defaultQuotas } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import { createAgent, issueCode, listAgents, readAgent, removeAgent } from './agents.js';
import { attachAgent, detachAgents, reportAgent } from './attach.js';
import { endDeadRelays, removeRelay, renewRelay } from './relays.js';
import { createAgentRoutes } from './route.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const deadline = { expiresAt: Infinity };
const relay = randomUUID();

/** The key of a program, and what it signs. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64url');
  const prove = (code?: string, message = `nonce ${randomUUID()}`) => ({
    key,
    message,
    signature: sign(null, Buffer.from(message), privateKey).toString('base64url'),
    ...(code !== undefined && { code }),
  });
  return { key, prove };
}

async function setting() {
  const { database, pool } = testing;
  const polls = recordingScheduler<{ client: string }>();
  const ended: unknown[] = [];
  const needs = {
    database,
    pool,
    polls,
    quotas: defaultQuotas,
    units: unitsAnswering(async () => ({})),
    publishAgentsEnded: async (...given: unknown[]) => void ended.push(given),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const caller = { developer: `developer ${randomUUID()}`, subject: 'alice' };
  const id = randomUUID();
  const { pairing } = await createAgent(needs, { caller, id, name: 'Home' }, deadline);
  await renewRelay(needs, { relay, address: 'http://10.0.0.7:3100' }, deadline);
  const attach = (
    proof: ReturnType<ReturnType<typeof newKey>['prove']>,
    session = randomUUID(),
    protocol: number = agentProtocol.version,
  ) => attachAgent(needs, { relay, session, protocol, proof }, deadline);
  const read = () => readAgent(needs, { caller, id }, deadline);
  /** Adds a client that uses the agent. */
  async function addClient() {
    const client = await insertClient({ database, sealing: createSealing(generateKey()) }, 'test');
    const data = { via: id, developer: caller.developer };
    await database.client.update({ where: { id: client.id }, data });
    return client.id;
  }
  return { needs, caller, id, code: pairing.code, attach, read, polls, ended, addClient };
}

const refused = { code: 'invalid_token' };

describe('a pairing code', () => {
  test('pairs a key once, which is then enough', async () => {
    const { attach, code, id, caller, read } = await setting();
    const program = newKey();
    expect(await read()).toMatchObject({ state: 'unpaired', pairing_expires: expect.any(String) });
    expect(await attach(program.prove(code))).toEqual({ id, name: 'Home', ...caller });
    expect(await read()).toMatchObject({ state: 'online', key: expect.any(String) });
    expect(await read()).not.toHaveProperty('pairing_expires');
    await expect(attach(newKey().prove(code))).rejects.toMatchObject(refused);
    await attach(program.prove());
  });

  test('is read as people type it', async () => {
    const { attach, code } = await setting();
    await attach(newKey().prove(` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o')} `));
  });

  test('is worth nothing after ten minutes, or when another one was issued', async () => {
    const { needs, attach, code, id, caller } = await setting();
    const next = await issueCode(needs, { caller, id }, deadline);
    await expect(attach(newKey().prove(code))).rejects.toMatchObject(refused);
    const past = new Date(Date.now() - 1);
    await needs.database.agent.update({ where: { id }, data: { pairingExpires: past } });
    await expect(attach(newKey().prove(next.code))).rejects.toMatchObject(refused);
  });

  test('that is used by another program replaces the key', async () => {
    const { needs, attach, code, id, caller } = await setting();
    const [old, other] = [newKey(), newKey()];
    await attach(old.prove(code));
    const next = await issueCode(needs, { caller, id }, deadline);
    await attach(old.prove());
    await attach(other.prove(next.code));
    await expect(attach(old.prove())).rejects.toMatchObject(refused);
  });

  test('is accepted again with the same key, if the answer was lost', async () => {
    const { attach, code, id } = await setting();
    const program = newKey();
    await attach(program.prove(code));
    expect(await attach(program.prove(code))).toMatchObject({ id });
  });

  test('gives a program no second agent', async () => {
    const [first, second] = [await setting(), await setting()];
    const program = newKey();
    await first.attach(program.prove(first.code));
    await expect(second.attach(program.prove(second.code))).rejects.toMatchObject(refused);
  });
});

describe('a proof', () => {
  test('is refused when another key has signed it, or something else was signed', async () => {
    const { attach, code } = await setting();
    const [program, thief] = [newKey(), newKey()];
    await attach(program.prove(code));
    await expect(attach({ ...thief.prove(), key: program.key })).rejects.toMatchObject(refused);
    const signed = program.prove();
    await expect(attach({ ...signed, message: 'another' })).rejects.toMatchObject(refused);
    await expect(attach({ ...signed, key: 'AAAA' })).rejects.toMatchObject(refused);
  });

  test('of an agent that was removed is refused, and its connection ends', async () => {
    const { needs, attach, code, id, caller, ended } = await setting();
    const program = newKey();
    await attach(program.prove(code));
    await removeAgent(needs, { caller, id }, deadline);
    expect(ended).toEqual([[[id]]]);
    await expect(attach(program.prove())).rejects.toMatchObject(refused);
  });
});

describe('a connection', () => {
  test('ends when the same agent has another one, and then says nothing any more', async () => {
    const { needs, attach, code, id, ended, read } = await setting();
    const program = newKey();
    const [first, second] = [randomUUID(), randomUUID()];
    await attach(program.prove(code), first);
    await attach(program.prove(), second);
    expect(ended).toEqual([[[id], second]]);
    await detachAgents(needs, { connections: [{ agent: id, session: first }] }, deadline);
    expect((await read()).state).toBe('online');
    const late = { agent: id, session: first, round_trip_ms: 3 };
    await expect(reportAgent(needs, late, deadline)).rejects.toMatchObject({ code: 'not_found' });
    await reportAgent(needs, { ...late, session: second }, deadline);
    expect((await read()).round_trip_ms).toBe(3);
    await detachAgents(needs, { connections: [{ agent: id, session: second }] }, deadline);
    expect((await read()).state).toBe('offline');
  });

  test('of an old program shows that this is to be updated, until it is', async () => {
    const { attach, code, read } = await setting();
    const program = newKey();
    await attach(program.prove(code), randomUUID(), agentProtocol.version - 1);
    expect(await read()).toMatchObject({ state: 'online', outdated: true });
    await attach(program.prove());
    expect(await read()).not.toHaveProperty('outdated');
  });

  test('polls the clients of the agent at once, as does its end', async () => {
    const { needs, attach, code, id, caller, polls, addClient } = await setting();
    const client = await addClient();
    const session = randomUUID();
    await attach(newKey().prove(code), session);
    await detachAgents(needs, { connections: [{ agent: id, session }] }, deadline);
    expect(polls.ranNow).toEqual([client, client]);
    await removeAgent(needs, { caller, id }, deadline);
    expect(polls.ranNow).toEqual([client, client, client]);
  });

  test('counts for as long as its gateway lives', async () => {
    const { attach, code, read, id, caller } = await setting();
    const { pool } = testing;
    const clock = { now: () => Date.now() };
    const reach = createAgentRoutes({ pool, sealing: createSealing(generateKey()), clock });
    const resolve = reach({ developer: caller.developer, agent: id });
    const offline = { facts: { cause: 'agent_offline' } };
    await expect(resolve('hue.local', 443)).rejects.toMatchObject(offline);
    await attach(newKey().prove(code));
    expect(await resolve('hue.local', 443)).toMatchObject({
      via: { agent: id, relay: 'http://10.0.0.7:3100', host: 'hue.local' },
    });

    await pool.query(`UPDATE relays SET until = now() - interval '1 s' WHERE id = $1`, [relay]);
    expect((await read()).state).toBe('offline');
    await expect(resolve('hue.local', 443)).rejects.toMatchObject(offline);
  });

  test('is of no use to another account, and none is left of an agent that was removed', async () => {
    const { needs, attach, code, id, caller } = await setting();
    const { pool } = testing;
    const sealing = createSealing(generateKey());
    const reach = createAgentRoutes({ pool, sealing, clock: { now: () => Date.now() } });
    const removed = { facts: { cause: 'agent_removed' } };
    await attach(newKey().prove(code));
    const ofOther = reach({ developer: 'another', agent: id });
    await expect(ofOther('hue.local', 443)).rejects.toMatchObject(removed);
    const resolve = reach({ developer: caller.developer, agent: id });
    await resolve('hue.local', 443);
    await removeAgent(needs, { caller, id }, deadline);
    await expect(resolve('hue.local', 443)).rejects.toMatchObject(removed);
  });

  test('is listed by its state', async () => {
    const { needs, attach, code, id, caller } = await setting();
    const session = randomUUID();
    const inState = async (state: Agent['state']) => {
      const { items } = await listAgents(needs, { caller, state, page: { limit: 10 } }, deadline);
      return items.map((agent) => agent.id);
    };
    const states = async () => [
      await inState('unpaired'),
      await inState('online'),
      await inState('offline'),
    ];
    expect(await states()).toEqual([[id], [], []]);
    await attach(newKey().prove(code), session);
    expect(await states()).toEqual([[], [id], []]);
    await testing.pool.query('UPDATE relays SET until = now() WHERE id = $1', [relay]);
    expect(await states()).toEqual([[], [], [id]]);
    await detachAgents(needs, { connections: [{ agent: id, session }] }, deadline);
    expect(await states()).toEqual([[], [], [id]]);
  });

  test('goes on when its gateway could not renew its lease for a while', async () => {
    const { needs, attach, code, read, id, polls, addClient } = await setting();
    const { pool, database } = testing;
    const client = await addClient();
    const session = randomUUID();
    await attach(newKey().prove(code), session);
    await pool.query(`UPDATE relays SET until = now() - interval '1 s' WHERE id = $1`, [relay]);
    await endDeadRelays(needs);
    await endDeadRelays(needs);
    expect((await read()).state).toBe('offline');
    const ran = polls.ranNow.length;
    await renewRelay(needs, { relay, address: 'http://10.0.0.7:3100' }, deadline);
    expect((await read()).state).toBe('online');
    expect(polls.ranNow.slice(ran)).toContain(client);
    await reportAgent(needs, { agent: id, session, round_trip_ms: 3 }, deadline);

    await pool.query(`UPDATE relays SET until = now() - interval '1 h' WHERE id = $1`, [relay]);
    await endDeadRelays(needs);
    expect(await database.agent.findUnique({ where: { id } })).toMatchObject({ relay: null });
  });

  test('ends with its gateway, when that stops', async () => {
    const { needs, attach, code, read } = await setting();
    await attach(newKey().prove(code));
    await removeRelay(needs, { relay }, deadline);
    expect((await read()).state).toBe('offline');
  });
});
