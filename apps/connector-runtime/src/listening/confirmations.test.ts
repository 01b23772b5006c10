import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { switchable, type Device } from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import type { CallName, Input, UnitsContract } from '@trellis/contracts';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { pollNeeds } from '../testing/polled-client.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { publishReports } from './publish-reports.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const lamp: Device = {
  id: 'lamp',
  title: 'Lamp',
  abilities: [switchable.on({ write: (value) => value, value: true })],
};

/** A client that hears a lamp. Its things have pending targets while `isAwaited` returns true. */
async function hearing(isAwaited: () => boolean = () => false) {
  const session = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  const { units, upserts } = recordingUnits();
  const needs = pollNeeds(session, {
    async units<Name extends CallName<UnitsContract>>(
      name: Name,
      input: Input<UnitsContract, Name>,
    ) {
      const output = await units(name, input);
      const things = upserts.at(-1)!.things.map(({ id }) => id);
      return isAwaited() ? Object.assign(output as object, { awaited: things }) : output;
    },
  } as Parameters<typeof pollNeeds>[1]);
  const { id } = await insertClient(needs, 'test');
  return {
    upserts,
    hear: (receivedAt?: number) =>
      publishReports(needs, id, {
        entities: [toEntity(Object.assign({}, lamp, receivedAt && { receivedAt }))],
        gone: [],
      }),
  };
}

test('a report says how long before it is stored its values were received', async () => {
  const { upserts, hear } = await hearing();
  await hear(performance.now() - 5_000);
  const [{ polled, things } = { things: [] }] = upserts;
  const ageMs = Date.parse(polled!) - Date.parse(things[0]!.received!);
  expect(ageMs).toBeGreaterThanOrEqual(5_000);
  expect(ageMs).toBeLessThan(60_000);
});

test('a report without a change is published while it may confirm a target', async () => {
  let isAwaited = true;
  const { upserts, hear } = await hearing(() => isAwaited);
  await hear();
  await hear();
  isAwaited = false;
  await hear();
  await hear();
  expect(upserts).toHaveLength(3);
});
