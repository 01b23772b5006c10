import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Connector } from '@trellis/connector-sdk';
import { answerOne } from '@trellis/testing';
import { createClient } from '../clients/create.js';
import { listClients } from '../clients/list.js';
import { readClient } from '../clients/read.js';
import { authorizeAgain } from '../clients/authorization/begin.js';
import { readOverview } from '../clients/connect-overview.js';
import { createInstance } from '../instances/create.js';
import { readInstance } from '../instances/read.js';
import { updateInstance } from '../instances/update.js';
import { startPolls } from '../polling/start-polls.js';
import { countClients } from '../read-metrics.js';
import { roomyBulkhead } from '../testing/bulkhead.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingQueue, recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Date.now() + 60 * 60_000 };
const return_to = 'https://trellis.example/connect/';

/** Its end users authorize it where the instance has an issuer. */
const connector: Connector = {
  ...oauth2Connector,
  instance: { ...oauth2Connector.instance, schema: oauth2Connector.instance.schema.partial() },
  oauth2: { ...oauth2Connector.oauth2!, applies: ({ issuer }) => issuer !== undefined },
};

/** An account with an instance, and a client of it. */
async function accountWith(instance: object) {
  const developer = randomUUID();
  const caller = { developer, subject: 'alice' };
  const needs = {
    ...sessionNeeds(testing, [connector]),
    units: unitsAnswering(async () => ({})),
    polls: recordingScheduler<{ client: string }>(),
    removals: recordingQueue<{ client: string }>(),
    trials: roomyBulkhead(),
    log: silentLog,
  };
  const [ofInstance, ofClient] = [randomUUID(), randomUUID()];
  const sealed = (purpose: 'instances.configuration' | 'clients.configuration', given: object) =>
    needs.sealing.seal(
      { purpose, developer, id: purpose === 'clients.configuration' ? ofClient : ofInstance },
      given,
    );
  const type = { connector_type_id: 'test' };
  await createInstance(
    needs,
    {
      ...type,
      caller: { developer },
      id: ofInstance,
      configuration: sealed('instances.configuration', instance),
      clients_per_subject: 1,
    },
    context,
  );
  const created = await createClient(
    needs,
    { ...type, caller, id: ofClient, configuration: sealed('clients.configuration', {}) },
    context,
  );
  return {
    needs,
    created,
    change: (patch: object) =>
      updateInstance(
        needs,
        {
          caller: { developer },
          id: ofInstance,
          patch: sealed('instances.configuration', patch),
        },
        context,
      ),
    /** Collects how every part of the service treats the client. */
    async seen() {
      const overview = await readOverview(needs, { caller }, context);
      const client = await answerOne(readClient, needs, { caller, id: ofClient });
      const listed = await answerOne(listClients, needs, {
        caller,
        page: { limit: 10 },
        attention: true,
      });
      const shown = await answerOne(readInstance, needs, {
        caller: { developer },
        id: ofInstance,
      });
      const polls = recordingScheduler<{ client: string }>();
      await startPolls({ ...needs, polls }, [ofClient]);
      const again = authorizeAgain(needs, { caller, id: ofClient, return_to }, context);
      return {
        method: shown.connect_method,
        methodOfPage: overview.instances[0]!.connect_method,
        waitsOnPage: overview.clients[0]!.needs_authorization,
        hasTicket: client.authorization_ticket !== undefined,
        needsAttention: listed.items.length === 1,
        isScheduled: polls.started.length === 1,
        canAuthorize: await again.then(
          () => true,
          () => false,
        ),
      };
    },
  };
}

const waiting = {
  method: 'oauth2',
  methodOfPage: 'oauth2',
  waitsOnPage: true,
  hasTicket: true,
  needsAttention: true,
  isScheduled: false,
  canAuthorize: true,
};
const polled = {
  method: 'form',
  methodOfPage: 'form',
  waitsOnPage: false,
  hasTicket: false,
  needsAttention: false,
  isScheduled: true,
  canAuthorize: false,
};

test('the clients of an instance wait for their end users where its configuration says so', async () => {
  const before = await countClients(testing.database, sessionNeeds(testing, [connector]).registry);
  const authorized = await accountWith({ issuer: 'https://id.example' });
  expect(authorized.created).toMatchObject({ authorization_ticket: expect.any(String) });
  expect(authorized.needs.polls.started).toEqual([]);
  expect(await authorized.seen()).toEqual(waiting);

  const other = await accountWith({});
  expect(other.created).toEqual({ id: expect.any(String) });
  expect(other.needs.polls.started).toHaveLength(1);
  expect(await other.seen()).toEqual(polled);
  const after = await countClients(testing.database, other.needs.registry);
  expect(after.expected - before.expected).toBe(1);
});

test('they follow the instance when it is changed', async () => {
  const { change, seen } = await accountWith({});
  await change({ issuer: 'https://id.example' });
  expect(await seen()).toEqual(waiting);
  await change({ issuer: null });
  expect(await seen()).toEqual(polled);
});
