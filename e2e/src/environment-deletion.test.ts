import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { furnish, newMarks, startOthers } from './erasure/household.js';
import { dumpRedis, linesWith } from './erasure/search.js';
import { inviteAsOperator, newPerson, type PersonBrowser } from './people/person.js';
import { dumpDatabases } from './secrets/observe.js';
import { simulate } from './simulation.js';

/** An owner of an organization with the environments development and production. */
async function newOwner(stack: Stack, email: string) {
  const owner = newPerson(stack.address);
  const link = await inviteAsOperator(stack, { email, organization: 'Acme' });
  await owner.signUp(email, link);
  await owner.signIn(email);
  await owner.accept(link);
  const { body } = await owner.send('POST', '/api/v1/organizations', { name: 'Own' });
  const [development, production] = body.environments as { id: string }[];
  return { owner, organization: body.id!, environment: development!.id, other: production!.id };
}

const refused = {
  status: 403,
  body: { type: expect.stringMatching('#environment_deleted$') },
};

const read = <Body = Record<string, unknown>>(person: PersonBrowser, path: string) =>
  person.get<Body>(`/api/v1${path}`);

/** Waits until a client of an account is or is not paused. */
const untilPaused = (account: Account, client: string, isPaused: boolean) =>
  waitFor(
    async () => {
      const { status, body } = await account.request('GET', `/connectors/clients/${client}`);
      return status === 200 && Boolean(body.paused) === isPaused;
    },
    { within: 30_000, what: `a client with paused = ${isPaused}` },
  );

describe('a deleted environment', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 60_000);
  afterAll(async () => {
    await stack.stop();
    stack.clear();
  });

  test('refuses requests until its owner restores it', async () => {
    const { owner, organization, environment, other } = await newOwner(stack, 'ada@acme.example');
    const account = newAccount(stack, { developer: environment });
    const subject = 'alice';
    await simulate(account, { subject, devices: 1 });
    const { body: clients } = await account.request('GET', '/connectors/clients');
    const client = (clients as { href: string }[])[0]!.href.split('/').at(-1)!;
    const token = await owner.token(environment);

    const deleted = await owner.send('DELETE', `/api/v1/environments/${environment}`);
    expect(deleted).toMatchObject({ status: 202, body: { id: environment } });
    const { requested, erases } = deleted.body.deletion as Record<string, string>;
    expect((Date.parse(erases!) - Date.parse(requested!)) / 3_600_000).toBe(168);
    const again = await owner.send('DELETE', `/api/v1/environments/${environment}`);
    expect(again.body.deletion).toEqual(deleted.body.deletion);

    expect(await account.request('GET', '/things')).toMatchObject(refused);
    expect(await account.request('GET', '/things', { subject })).toMatchObject(refused);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${stack.address}/api/v1/units`, { headers })).status).toBe(403);
    expect(await owner.send('POST', `/api/v1/environments/${environment}/token`)).toMatchObject(
      refused,
    );
    const neighbor = newAccount(stack, { developer: other });
    expect((await neighbor.request('GET', '/things')).status).toBe(200);
    expect(await read(owner, `/environments/${environment}/erasure`)).toMatchObject({
      status: 200,
      body: { status: 'scheduled', clients_left: 1 },
    });
    const { body: organizations } = await read<{ id: string; environments: object[] }[]>(
      owner,
      '/organizations',
    );
    expect(organizations.find(({ id }) => id === organization)!.environments).toMatchObject([
      { id: environment, deletion: { erases } },
      { id: other },
    ]);

    await waitFor(
      async () => (await dumpDatabases(stack)).includes('The environment was deleted.'),
      {
        what: 'the pause of the client',
      },
    );
    const restored = await owner.send('POST', `/api/v1/environments/${environment}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { id: environment } });
    expect(restored.body).not.toHaveProperty('deletion');
    await untilPaused(account, client, false);
    expect((await account.request('GET', '/things', { subject })).body).toHaveLength(1);
    expect((await read(owner, `/environments/${environment}/erasure`)).status).toBe(404);
    const { body: log } = await read<{ operation: string; status: number }[]>(
      owner,
      `/organizations/${organization}/audit`,
    );
    expect(log.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['deleteEnvironment', 'restoreEnvironment']),
    );
  }, 120_000);

  test('is deleted and restored by owners alone', async () => {
    const { owner, organization, environment } = await newOwner(stack, 'bob@acme.example');
    const invited = await owner.send('POST', `/api/v1/organizations/${organization}/invitations`, {
      email: 'eve@acme.example',
      role: 'developer',
    });
    const eve = newPerson(stack.address);
    await eve.signUp('eve@acme.example', invited.body.link!);
    await eve.signIn('eve@acme.example');
    await eve.accept(invited.body.link!);
    const strangers = await newOwner(stack, 'mallory@evil.example');
    const requests = [
      ['DELETE', `/api/v1/environments/${environment}`],
      ['POST', `/api/v1/environments/${environment}/restore`],
      ['DELETE', `/api/v1/organizations/${organization}`],
      ['POST', `/api/v1/organizations/${organization}/restore`],
    ] as const;
    for (const [method, path] of requests) {
      expect([path, await eve.send(method, path)]).toMatchObject([path, { status: 403 }]);
      expect([path, await strangers.owner.send(method, path)]).toMatchObject([
        path,
        { status: 404 },
      ]);
    }
    expect((await read(strangers.owner, `/environments/${environment}/erasure`)).status).toBe(404);
    expect(await owner.token(environment)).not.toBe('undefined');
  }, 60_000);

  test('is deleted and restored with its organization', async () => {
    const { owner, organization, environment, other } = await newOwner(stack, 'carol@acme.example');
    const deleted = await owner.send('DELETE', `/api/v1/organizations/${organization}`);
    expect(deleted).toMatchObject({
      status: 202,
      body: { deletion: {}, environments: [{ deletion: {} }, { deletion: {} }] },
    });
    for (const developer of [environment, other]) {
      const account = newAccount(stack, { developer });
      expect(await account.request('GET', '/units')).toMatchObject(refused);
    }
    const restored = await owner.send('POST', `/api/v1/organizations/${organization}/restore`);
    expect(restored.status).toBe(200);
    expect(JSON.stringify(restored.body)).not.toContain('deletion');
    const account = newAccount(stack, { developer: environment });
    expect((await account.request('GET', '/units')).status).toBe(200);
  }, 60_000);
});

(process.env.TEST_REDIS_URL ? describe : describe.skip)('after the grace period', () => {
  let redis: TestRedis;
  let stack: Stack;
  let others: Awaited<ReturnType<typeof startOthers>>;
  const marks = newMarks();
  beforeAll(async () => {
    redis = (await startRedis())!;
    stack = await startStack({
      environment: {
        REDIS_URL: redis.url,
        ALERTS_INTERVAL_MS: '1000',
        DELETION_GRACE_HOURS: '0',
      },
    });
    others = await startOthers(marks.text);
  }, 120_000);
  afterAll(async () => {
    await others.close();
    await stack.stop();
    stack.clear();
    await redis.stop();
  });

  test('nothing is left of an environment but the receipt', async () => {
    const { owner, environment, other } = await newOwner(stack, 'ada@acme.example');
    const account = newAccount(stack, { developer: environment });
    await furnish(account, marks, others);
    const neighbor = newAccount(stack, { developer: other });
    await simulate(neighbor, { subject: 'alice', devices: 1 });
    await account.request('POST', '/apps', {
      body: { name: 'Backend', scopes: ['svc.units.read'] },
    });
    const searched = [marks.subject, marks.text];
    const everywhere = async () => `${await dumpDatabases(stack)}\n${await dumpRedis(redis.url)}`;
    expect(linesWith(await everywhere(), searched).length).toBeGreaterThan(20);

    await owner.send('DELETE', `/api/v1/environments/${environment}`);
    const path = `/environments/${environment}/erasure`;
    const { body: erasure } = await waitFor(
      async () => {
        const answer = await read(owner, path);
        return answer.body.status === 'completed' && answer;
      },
      { within: 120_000, every: 200, what: 'the end of the erasure' },
    );
    expect(erasure).toMatchObject({
      clients_left: 0,
      erased: {
        connector_clients: 2,
        connector_instances: 2,
        things: 8,
        units: 2,
        apps: 1,
        callbacks: 1,
        alert_rules: 6,
        history_values: expect.any(Number),
        audit_entries: expect.any(Number),
      },
    });
    expect(linesWith(await everywhere(), searched)).toEqual([]);
    // The environment itself stays in its own row, its erasure, its revoked app, and the log of the organization.
    const tables = linesWith(await dumpDatabases(stack), [environment]);
    expect(tables.length).toBeLessThan(10);

    const keys = (await (
      await fetch(`${stack.address}/api/v1/erasures/keys`)
    ).json()) as JSONWebKeySet;
    const { payload } = await compactVerify(String(erasure.receipt), createLocalJWKSet(keys));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ sub: environment });
    expect(await owner.send('POST', `/api/v1/environments/${environment}/restore`)).toMatchObject({
      status: 409,
    });
    expect((await neighbor.request('GET', '/things')).body).toHaveLength(1);
  }, 240_000);
});
