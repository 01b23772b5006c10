import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AlertCondition, AlertKind } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { defaultQuotas } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import type { AlertContent } from './content.js';
import { evaluateRules } from './evaluate.js';
import { notifyAll } from './notify.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const sealing = createSealing(generateKey());
const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

/** An account with one instance of some clients. */
async function newAccount({ clients = 1 } = {}) {
  const { database, pool } = testing;
  const { instance, developer, id } = await insertClient({ database, sealing }, 'wot');
  const { key: instanceKey, id: instanceId } = instance;
  const others = Array.from({ length: clients - 1 }, (_, n) => ({
    ...{ id: randomUUID(), developer, subject: `subject ${n}`, connectorType: 'wot' },
    ...{ instanceKey, configuration: '' },
  }));
  await database.client.createMany({ data: others });
  const messages = recordingQueue<{ message: string }>();
  const needs = {
    pool,
    log: silentLog,
    quotas: defaultQuotas,
    alertMessages: messages,
    units: unitsAnswering(async () => []),
  };
  return {
    developer,
    instance: instanceId,
    ids: [id, ...others.map((client) => client.id)],
    change: (client: string, data: object) =>
      database.client.update({ where: { id: client }, data }),
    /** Creates a rule, and returns its key. */
    async rule(condition: AlertCondition, more: object = {}) {
      const { kind } = condition satisfies { kind: AlertKind };
      const rule = { developer, kind, condition: JSON.stringify(condition), name: 'Rule' };
      const sent = { emails: ['a@b.example'], recovery: true, groupSeconds: 0, listFirst: 10 };
      const { key } = await database.alertRule.create({
        data: { id: randomUUID(), ...rule, ...sent, ...more },
      });
      return key;
    },
    /** Returns what fires after an evaluation. */
    async firing(rule: bigint) {
      await evaluateRules(needs);
      const rows = await database.alertFiring.findMany({
        where: { ruleKey: rule, ended: null },
        orderBy: { key: 'asc' },
      });
      return rows.map(({ kind, target, detail }) => ({ kind, target, detail }));
    },
    /** Evaluates and notifies, and returns all messages so far, as a new process would. */
    async messages(rule: bigint) {
      await evaluateRules(needs);
      await notifyAll(needs);
      const rows = await database.alertMessage.findMany({
        where: { ruleKey: rule },
        orderBy: { key: 'asc' },
      });
      expect(messages.added).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
      return rows.map(({ content }) => JSON.parse(content) as AlertContent);
    },
    pool,
  };
}

const failing = { status: 'ERROR', errorCode: 'unavailable', errorDetail: 'It is away.' };

test('clients that fail fire from a share of those of their instance', async () => {
  const { ids, instance, change, rule, firing, pool } = await newAccount({ clients: 4 });
  const condition = { kind: 'clients_failing', percent: 25, minutes: 10 } as const;
  const key = await rule(condition);
  const ofOther = await rule({ ...condition, instance: randomUUID() });
  const ofThis = await rule({ ...condition, instance });
  const fail = async (client: string, minutes: number) => {
    await change(client, failing);
    await pool.query('UPDATE clients SET failing_since = $2 WHERE id = $1', [client, ago(minutes)]);
  };
  await fail(ids[0]!, 60);
  expect(await firing(key)).toEqual([]);
  await fail(ids[1]!, 5);
  expect(await firing(key)).toEqual([]);
  await fail(ids[1]!, 11);
  const fired = [{ kind: 'instance', target: instance, detail: '2 of 4 clients fail' }];
  expect(await firing(key)).toEqual(fired);
  expect(await firing(ofThis)).toEqual(fired);
  expect(await firing(ofOther)).toEqual([]);
  await change(ids[0]!, { pausedSince: new Date() });
  expect(await firing(key)).toEqual([]);
});

test('an authorization fires some days before it ends', async () => {
  const { ids, change, rule, firing } = await newAccount();
  const key = await rule({ kind: 'authorization_ends', days: 3 });
  const ends = (days: number) => new Date(Date.now() + days * 24 * 60 * minuteMs);
  await change(ids[0]!, { tokens: 'sealed', grantEnds: ends(3.5) });
  expect(await firing(key)).toEqual([]);
  await change(ids[0]!, { grantEnds: ends(2.5) });
  const until = ends(2.5).toISOString().slice(0, 10);
  expect(await firing(key)).toMatchObject([
    { kind: 'client', target: ids[0], detail: expect.stringContaining(until) },
  ]);
  await change(ids[0]!, { grantEnds: ends(30) });
  expect(await firing(key)).toEqual([]);
});

test('agents fire while they are not connected, of one subject if the rule says so', async () => {
  const { developer, rule, firing, pool } = await newAccount();
  const { database } = testing;
  const relay = randomUUID();
  await pool.query(
    `INSERT INTO relays (id, address, until) VALUES ($1, 'http://10.0.0.1', now() + interval '1 hour')`,
    [relay],
  );
  const add = (data: { subject: string; since: Date; relay?: string; isUnpaired?: true }) => {
    const { isUnpaired, ...rest } = data;
    const id = randomUUID();
    const publicKey = isUnpaired ? null : Buffer.from(id);
    return database.agent.create({ data: { id, developer, name: 'Home', publicKey, ...rest } });
  };
  await add({ subject: 'kai', since: ago(60), relay });
  await add({ subject: 'kai', since: ago(5) });
  await add({ subject: 'kai', since: ago(60), isUnpaired: true });
  const kai = await add({ subject: 'kai', since: ago(15) });
  const lee = await add({ subject: 'lee', since: ago(20) });
  const condition = { kind: 'agent_offline', minutes: 10 } as const;
  const [key, ofKai] = [await rule(condition), await rule({ ...condition, subject: 'kai' })];
  const fired = ({ id }: { id: string }) => ({
    kind: 'agent',
    target: id,
    detail: 'It is not connected.',
  });
  expect(await firing(ofKai)).toEqual([fired(kai)]);
  expect(await firing(key)).toHaveLength(2);
  expect(await firing(key)).toEqual(expect.arrayContaining([fired(lee), fired(kai)]));

  await database.agent.update({ where: { id: kai.id }, data: { relay } });
  expect(await firing(ofKai)).toEqual([]);
  await pool.query('UPDATE relays SET dead = true WHERE id = $1', [relay]);
  expect(await firing(ofKai)).toHaveLength(2);
});

test('deliveries fire while an app accepts none, and until it accepts one again', async () => {
  const { developer, rule, firing } = await newAccount();
  const { database } = testing;
  const key = await rule({ kind: 'deliveries_failing', minutes: 10 });
  const { key: webhookKey } = await database.webhook.create({
    data: { developer, app: 'app', url: 'http://app.example/', secret: 'sealed', events: [] },
  });
  const deliver = (minutes: number, data: object) =>
    database.delivery.create({
      data: {
        ...{ id: randomUUID(), webhookKey, type: 'thing_created', payload: '{}' },
        ...{ created: ago(minutes), ...data },
      },
    });
  const refused = { attempts: 3, error: 'The app answers with status 500.' };
  await deliver(60, { status: 'delivered', attempts: 1 });
  await deliver(5, refused);
  expect(await firing(key)).toEqual([]);
  await deliver(20, { ...refused, status: 'failed' });
  expect(await firing(key)).toEqual([{ kind: 'callback', target: 'app', detail: refused.error }]);
  await database.delivery.updateMany({
    where: { webhookKey, status: 'pending' },
    data: { attempts: 0 },
  });
  await deliver(0, { status: 'delivered', attempts: 1 });
  expect(await firing(key)).toEqual([]);

  const { id } = await database.subscription.create({
    data: {
      ...{ id: randomUUID(), developer, match: '{}', url: 'http://app.example/events' },
      ...{ failingSince: ago(11), error: 'The app answers with status 404.' },
    },
  });
  expect(await firing(key)).toEqual([
    { kind: 'subscription', target: id, detail: 'The app answers with status 404.' },
  ]);
});

test('a rule repeats what still fires, and a new process neither repeats nor forgets', async () => {
  const { ids, change, rule, messages, pool } = await newAccount();
  const condition = { kind: 'client_error', minutes: 0 } as const;
  const key = await rule(condition, { repeatMinutes: 60 });
  await change(ids[0]!, failing);
  const kinds = async () => (await messages(key)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['fires']);
  expect(await kinds()).toEqual(['fires']);
  const passMinutes = (minutes: number) =>
    pool.query(
      `UPDATE alert_rules SET notified_at = notified_at - $2 * interval '1 minute' WHERE key = $1`,
      [key, minutes],
    );
  await passMinutes(59);
  expect(await kinds()).toEqual(['fires']);
  await passMinutes(1);
  expect(await kinds()).toEqual(['fires', 'still_fires']);
  expect(await kinds()).toEqual(['fires', 'still_fires']);
  await change(ids[0]!, { status: 'STARTED', errorCode: null, errorDetail: null });
  expect(await kinds()).toEqual(['fires', 'still_fires', 'recovered']);
  expect((await messages(key)).at(-1)).toMatchObject({ count: 1, firing: 0 });
});
