import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Entity } from '@trellis/connector-sdk';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';
import { unitsAnswering } from '../testing/units.js';
import { createLastSeen } from './last-seen.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const entity = (id: string, values: object, more: Partial<Entity> = {}): Entity =>
  ({ id, values, ...more }) as Entity;

test('many reports of many devices are one statement a minute, and none is lost while units-service is away', async () => {
  const { id: client, key } = await insertClient(sessionNeeds(testing, []), 'test');
  const things = [randomUUID(), randomUUID()];
  for (const [index, thing] of things.entries()) {
    await testing.database.mapping.create({
      data: { clientKey: key, entity: `e${index}`, thing, fingerprint: '', available: true },
    });
  }
  let now = 1_000_000;
  let isAway = true;
  const sent: { id: string; names: string[] }[][] = [];
  const units = unitsAnswering(
    async (_name, input: { things: { id: string; names: string[] }[] }) => {
      if (isAway) throw new Error('It does not answer.');
      sent.push(input.things);
      return {};
    },
  );
  const seen = createLastSeen({ pool: testing.pool, units, now: () => now });
  const report = (values: object, more?: Partial<Entity>) =>
    seen.note(client, {
      entities: [entity('e0', values, more), entity('e1', values, more)],
      gone: [],
    });
  report({ on: true });
  await expect(seen.flush()).rejects.toThrow('It does not answer.');
  isAway = false;
  report({ level: 1 });
  await seen.flush();
  expect(sent).toHaveLength(1);
  expect(sent[0]!.map(({ id }) => id).sort()).toEqual([...things].sort());
  expect(sent[0]![0]!.names.sort()).toEqual(['level', 'on']);
  report({ on: true });
  now += 30_000;
  await seen.flush();
  expect(sent).toHaveLength(1);
  now += 31_000;
  await seen.flush();
  expect(sent).toHaveLength(2);
  now += 61_000;
  report({ on: true }, { isRemembered: true });
  await seen.flush();
  expect(sent).toHaveLength(2);
});
