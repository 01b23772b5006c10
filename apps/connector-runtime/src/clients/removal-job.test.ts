import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { subjectOf } from '../log-subject.js';
import { sealGrant } from '../oauth/grant.js';
import { createOutbox } from '../delivery/outbox.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingQueue, recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { attemptRemoval } from './removal-job.js';

const thing = '01920000-0000-7000-8000-000000000001';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client with one thing, and an app that wants to know when things are deleted. */
async function clientWithThing({ refuse }: { refuse?: () => void | Promise<void> } = {}) {
  const { database } = testing;
  const session = sessionNeeds(testing, []);
  const { sealing } = session;
  const polls = recordingScheduler<{ client: string }>();
  const needs = {
    ...session,
    units: recordingUnits(refuse).units,
    polls,
    outbox: createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog }),
    log: silentLog,
  };
  const { id, key, developer } = await insertClient(needs, 'test');
  await database.mapping.create({
    data: { clientKey: key, entity: 'lamp', thing, fingerprint: '', available: true },
  });
  const webhook = await database.webhook.create({
    data: {
      developer,
      app: 'app',
      url: 'https://app.example',
      secret: '',
      events: ['thing_deleted'],
    },
  });
  return {
    id,
    developer,
    stopped: polls.stopped,
    attempt: () => attemptRemoval(needs, { client: id }),
    key,
    removal: () => database.removal.findUnique({ where: { clientKey: key } }),
    row: () => database.client.findUnique({ where: { id }, include: { mappings: true } }),
    async messages() {
      const rows = await database.delivery.findMany({ where: { webhookKey: webhook.key } });
      return rows.map(({ id, payload }) =>
        sealing.open({ purpose: 'deliveries.payload', developer, id }, payload),
      );
    },
  };
}

describe('an attempt to remove a client', () => {
  test('removes it with its mappings and its schedule, and tells the apps', async () => {
    const { id, attempt, row, stopped, messages } = await clientWithThing();
    await attempt();
    expect(await row()).toBeNull();
    expect(stopped).toEqual([id]);
    expect(await messages()).toMatchObject([
      { type: 'thing_deleted', data: { thing_id: thing, client_id: id, subject: 'alice' } },
    ]);
  });

  test('tells of what a poll stores while the things are removed', async () => {
    const other = '01920000-0000-7000-8000-000000000002';
    const setting = await clientWithThing({
      async refuse() {
        const { key } = (await setting.row())!;
        await testing.database.mapping.create({
          data: { clientKey: key, entity: 'plug', thing: other, fingerprint: '', available: true },
        });
      },
    });
    await setting.attempt();
    const received = (await setting.messages()) as { data: { thing_id: string } }[];
    expect(received.map(({ data }) => data.thing_id).sort()).toEqual([thing, other]);
  });

  test('leaves the client whole when its things cannot be removed', async () => {
    const { attempt, row, stopped, messages } = await clientWithThing({
      refuse() {
        throw new Problem('unavailable', 'It is away.');
      },
    });
    await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
    expect((await row())?.mappings).toHaveLength(1);
    expect(stopped).toEqual([]);
    expect(await messages()).toEqual([]);
  });

  test('that fails tells the log of which developer and type the client is', async () => {
    const { id, developer, attempt } = await clientWithThing({
      refuse() {
        throw new Problem('unavailable', 'It is away.');
      },
    });
    const error: unknown = await attempt().catch((reason: unknown) => reason);
    expect(subjectOf(error)).toEqual({ client: id, developer, type: 'test' });
  });

  test('notes why it has failed', async () => {
    const { key, attempt, removal } = await clientWithThing({
      refuse() {
        throw new Problem('unavailable', 'It is away.');
      },
    });
    await testing.database.removal.create({ data: { clientKey: key } });
    await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await removal()).toMatchObject({
      attempts: 2,
      thingsRemoved: false,
      errorCode: 'unavailable',
      errorDetail: 'It is away.',
      failed: expect.any(Date),
    });
  });

  test('may be repeated', async () => {
    const { id, attempt, stopped, messages } = await clientWithThing();
    await attempt();
    await attempt();
    expect(stopped).toEqual([id, id]);
    expect(await messages()).toHaveLength(1);
  });

  test('revokes its grant, once its things are gone', async () => {
    const steps: string[] = [];
    const session = sessionNeeds(testing, [oauth2Connector]);
    const { database, sealing } = session;
    const needs = {
      ...session,
      resolverOf: () => async (host: string) => {
        steps.push(`revoked at ${host}`);
        throw new Unavailable('It is away.');
      },
      units: recordingUnits(() => void steps.push('things')).units,
      polls: recordingScheduler<{ client: string }>(),
      outbox: createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog }),
      log: silentLog,
    };
    const endpoint = (path: string) => `https://server.example/${path}`;
    const instance = {
      client_id: 'app',
      client_secret: 'secret',
      issuer: endpoint(''),
      origin_callback_uri: 'https://app.example/',
      authorization_endpoint: endpoint('authorize'),
      token_endpoint: endpoint('token'),
      revocation_endpoint: endpoint('revoke'),
    };
    const client = await insertClient(needs, 'test', { instance });
    const { id } = client;
    const data = sealGrant(sealing, client, { access_token: 'a', refresh_token: 'b' });
    await database.client.update({ where: { id }, data });
    await attemptRemoval(needs, { client: id });
    expect(steps.slice(0, 2)).toEqual(['things', 'revoked at server.example']);
    expect(await database.client.findUnique({ where: { id } })).toBeNull();
    const { givenUp } = await database.removedClient.findUniqueOrThrow({ where: { id } });
    expect(JSON.parse(givenUp)).toEqual([
      { step: 'grant', code: 'unavailable', detail: expect.any(String) },
    ]);
  });

  test('revokes nothing that cannot be decrypted, and removes the client all the same', async () => {
    const { id, attempt, row } = await clientWithThing();
    await testing.database.client.update({ where: { id }, data: { tokens: 'unreadable' } });
    await attempt();
    expect(await row()).toBeNull();
  });
});
