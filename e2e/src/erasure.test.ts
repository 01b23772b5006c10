import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type ServiceName,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { furnish, newMarks, startOthers } from './erasure/household.js';
import { dumpRedis, linesWith } from './erasure/search.js';
import { dumpDatabases } from './secrets/observe.js';
import { simulate } from './simulation.js';

/** Waits for the end of an erasure; returns it. */
async function ended(account: Account, href: string) {
  const { body } = await waitFor(
    async () => {
      const answer = await account.request('GET', href).catch(() => undefined);
      return answer?.status === 200 && answer.body.status === 'completed' && answer;
    },
    { within: 120_000, every: 200, what: 'the end of the erasure' },
  );
  return body;
}

(process.env.TEST_REDIS_URL ? describe : describe.skip)('an end user who leaves', () => {
  let redis: TestRedis;
  let stack: Stack;
  let others: Awaited<ReturnType<typeof startOthers>>;
  const marks = newMarks();
  beforeAll(async () => {
    redis = (await startRedis())!;
    stack = await startStack({ environment: { REDIS_URL: redis.url, ALERTS_INTERVAL_MS: '1000' } });
    others = await startOthers(marks.text);
  }, 120_000);
  afterAll(async () => {
    await others.close();
    await stack.stop();
    stack.clear();
    await redis.stop();
  });

  const everywhere = async () => `${await dumpDatabases(stack)}\n${await dumpRedis(redis.url)}`;

  test('leaves nothing that names it in a database, a queue or an answer', async () => {
    const account = newAccount(stack);
    const { subject, text } = marks;
    const { other, paths, ids, named, session } = await furnish(account, marks, others);
    const searched = [subject, text];
    // Without that, the search at the end would prove nothing.
    const before = await everywhere();
    for (const one of searched) expect(before).toContain(one);
    expect(linesWith(before, searched).length).toBeGreaterThan(20);

    const begun = await account.request('DELETE', `/subjects/${subject}`);
    expect(begun).toMatchObject({ status: 202, body: { status: 'running' } });
    const href = begun.headers.get('location')!;
    expect(begun.body.href).toBe(href);
    expect(begun.body.subject.href).toContain(subject);

    // One erasure, however often it is requested.
    const again = await account.request('DELETE', `/subjects/${subject}`);
    expect(again.headers.get('location')).toBe(href);

    const refused = {
      status: 409,
      body: { type: expect.stringMatching('#erasure_under_way$'), remedy: 'wait' },
    };
    const own = { subject };
    expect(await account.request('GET', '/things', own)).toMatchObject(refused);
    const unit = { name: 'Late', type: 'room' };
    expect(await account.request('POST', '/units', { ...own, body: unit })).toMatchObject(refused);
    const client = { connector_type_id: 'simulator', configuration: { devices: 1 } };
    const late = await account.request('POST', '/connectors/clients', { ...own, body: client });
    expect(late).toMatchObject(refused);
    const linked = await account.request('POST', `${paths.shared}/subjects`, {
      body: { id: subject },
    });
    expect(linked).toMatchObject(refused);
    const connecting = await account.request('GET', '/connect/session', {
      headers: { authorization: `Bearer ${session.split('#')[1]}` },
    });
    // Refused by the erasure, or erased already.
    expect([401, 409]).toContain(connecting.status);
    expect(await account.request('GET', '/things', other)).toMatchObject({ status: 200 });

    const erasure = await ended(account, href);
    expect(erasure).toMatchObject({
      clients_left: 0,
      erased: {
        connector_clients: 2,
        things: 7,
        units: 1,
        unit_links: 1,
        history_values: expect.any(Number),
        events: expect.any(Number),
        deliveries: expect.any(Number),
        operations: expect.any(Number),
        interactions: expect.any(Number),
        batches: 1,
        // One is its own, and one is about another end user, too.
        subscriptions: named.subscriptions + 2,
        alert_rules: named.alertRules + 1,
        redeliveries: 1,
        alert_messages: expect.any(Number),
        scene_states: expect.any(Number),
        idempotency_records: 1,
        audit_entries: expect.any(Number),
      },
    });
    expect(erasure).not.toHaveProperty('subject');
    expect(erasure.erased).toMatchObject({ connect_sessions: 1 });
    const connectingLater = await account.request('GET', '/connect/session', {
      headers: { authorization: `Bearer ${session.split('#')[1]}` },
    });
    expect(connectingLater).toMatchObject({ status: 401, body: { reason: 'revoked' } });

    expect(linesWith(await everywhere(), searched)).toEqual([]);

    // The app can drop what it has stored of the clients and of their things.
    const received = others.requests.flatMap(({ url, body }) => (url === '/app' ? [body] : []));
    const of = (type: string) => received.filter((body) => body.includes(`"type":"${type}"`));
    expect(of('client_deleted')).toHaveLength(2);
    expect(of('thing_deleted')).toHaveLength(6);

    // Data of other end users stay.
    expect((await account.request('GET', paths.shared)).status).toBe(200);
    expect((await account.request('GET', paths.sharedScene)).status).toBe(200);
    for (const path of [paths.simulator, paths.lock, paths.house, paths.scene, paths.box]) {
      expect([path, (await account.request('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await account.request('GET', `/subjects/${subject}`)).status).toBe(404);
    const answers: string[] = [];
    const lists = ['/things', '/units', '/subjects', '/connectors/clients', '/alerts', '/changes'];
    for (const path of [
      ...lists,
      '/subscriptions',
      ...named.shared,
      paths.shared,
      paths.sharedScene,
      '/callback/deliveries?limit=1000',
      '/activity?limit=1000',
      '/audit?limit=1000',
      href,
    ]) {
      const answer = await account.request('GET', path);
      expect([path, answer.status]).toEqual([path, 200]);
      answers.push(JSON.stringify(answer.body));
    }
    expect(linesWith(answers.join('\n'), [...searched, ...ids])).toEqual([]);

    const conditions = await Promise.all(
      named.shared.map(async (path) => (await account.request('GET', path)).body),
    );
    for (const { match, condition } of conditions) {
      expect((match ?? condition).things).toEqual([expect.stringContaining(named.otherThing)]);
    }
    const { body: log } = await account.request('GET', `/audit?subject=erased:${erasure.id}`);
    const operations = (log as { operation: string; actor: { type: string } }[]).map(
      ({ operation }) => operation,
    );
    expect(operations).toEqual(expect.arrayContaining(['createUnit', 'createConnectorClient']));
    const { body: removals } = await account.request('GET', '/audit?operation=deleteSubject');
    expect(removals).toMatchObject([
      { resource: { type: 'subject', ids: [`erased:${erasure.id}`] }, status: 202 },
      { resource: { type: 'subject', ids: [`erased:${erasure.id}`] }, status: 202 },
    ]);

    // The receipt proves it to whom the public keys are known.
    const keys = (await (
      await fetch(`${stack.address}/api/v1/erasures/keys`)
    ).json()) as JSONWebKeySet;
    const { payload, protectedHeader } = await compactVerify(
      erasure.receipt,
      createLocalJWKSet(keys),
    );
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'erasure-receipt' });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      iss: stack.address,
      sub: account.developer,
      jti: erasure.id,
      requested: erasure.requested,
      ended: erasure.ended,
      erased: erasure.erased,
    });

    // The same id may begin anew.
    await simulate(account, { subject, devices: 1 });
    expect((await account.request('GET', `/subjects/${subject}`)).body.things).toHaveLength(1);
    expect(
      (await account.request('DELETE', `/subjects/${subject}`)).headers.get('location'),
    ).not.toBe(href);
  }, 240_000);

  test('is erased although each service is killed while that is under way', async () => {
    const account = newAccount(stack);
    const { subject } = newMarks();
    const searched = [subject];
    await simulate(account, { subject, devices: 50 });
    await account.request('POST', '/units', { subject, body: { name: subject, type: 'room' } });
    const begun = await account.request('DELETE', `/subjects/${subject}`);
    const href = begun.headers.get('location')!;
    const services: ServiceName[] = ['connector-runtime', 'units-service', 'connector-runtime'];
    for (const service of services) {
      const pid = await stack.pidOf(service);
      process.kill(pid, 'SIGKILL');
      await waitFor(async () => (await stack.pidOf(service)) !== pid, { within: 30_000 });
    }
    const gateway = await stack.pidOf('api-gateway');
    process.kill(gateway, 'SIGKILL');
    const erasure = await ended(account, href);
    expect(erasure.erased).toMatchObject({ connector_clients: 1, units: 1 });
    // Replies to the processes that were killed expire.
    await waitFor(async () => linesWith(await everywhere(), searched).length === 0, {
      within: 120_000,
      every: 2_000,
      what: 'the last trace',
    });
  }, 240_000);

  test('with a thousand things of ten clients is erased within a minute', async () => {
    const account = newAccount(stack);
    const { subject } = newMarks();
    const { body } = await account.request('POST', '/connectors/instances', {
      body: {
        connector_type_id: 'simulator',
        configuration: { application_key: 'any text' },
        clients_per_subject: 10,
      },
    });
    expect(body).toHaveProperty('id');
    for (let n = 0; n < 10; n += 1) {
      const created = await account.request('POST', '/connectors/clients', {
        subject,
        body: {
          connector_type_id: 'simulator',
          name: `home ${n}`,
          configuration: { devices: 100, interval_ms: 2_000 },
        },
      });
      expect(created.status).toBe(201);
    }
    await waitFor(
      async () => {
        const { body } = await account.request('GET', `/subjects/${subject}`);
        return body.things.length >= 1_000;
      },
      { within: 60_000, every: 500, what: 'a thousand things' },
    );
    const startedAt = performance.now();
    const begun = await account.request('DELETE', `/subjects/${subject}`);
    const erasure = await ended(account, begun.headers.get('location')!);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(erasure.erased).toMatchObject({ connector_clients: 10, things: 1_000 });
    expect(seconds).toBeLessThan(60);
    process.stdout.write(`Erased 1000 things of 10 clients in ${seconds.toFixed(1)} s.\n`);
  }, 240_000);

  test('must be known, and belong to the account; the token needs the scopes of everything', async () => {
    const account = newAccount(stack);
    const unknown = `/subjects/${randomUUID()}`;
    expect(await account.request('DELETE', unknown)).toMatchObject({ status: 404 });
    const { subject } = newMarks();
    await account.request('POST', '/units', { subject, body: { name: 'Hall', type: 'room' } });
    const path = `/subjects/${subject}`;
    expect(await newAccount(stack).request('DELETE', path)).toMatchObject({ status: 404 });
    const { developer } = account;
    const scopes = ['svc.units.admin', 'svc.units.read', 'svc.connector'];
    const limited = newAccount(stack, { developer, scopes });
    expect(await limited.request('DELETE', path)).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching('#insufficient_scope$') },
    });
    expect(await account.request('GET', path)).toMatchObject({ status: 200 });
    const begun = await account.request('DELETE', path);
    expect(begun.status).toBe(202);
    const href = begun.headers.get('location')!;
    expect(await newAccount(stack).request('GET', href)).toMatchObject({ status: 404 });
  });
});
