import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { answerBatch } from '@trellis/testing';
import pg from 'pg';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { bareThing } from '../testing/things.js';
import { newUnit } from '../testing/units.js';
import { createThing } from '../things/change.js';
import { removeAllThings } from '../things/clients.js';
import { upsertThings } from '../things/upsert.js';
import { createUnit, removeUnit } from '../units/write.js';
import { importUnits } from '../units/import/import.js';
import { addProperty } from '../units/properties.js';
import { addSubject } from '../units/references.js';

/** How many deadlocks PostgreSQL has found in a database whose connections have been closed. */
async function countDeadlocks(name: string): Promise<number> {
  const client = new pg.Client(process.env.TEST_POSTGRES_URL!);
  await client.connect();
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = $1',
    [name],
  );
  await client.end();
  return Number(rows[0]!.deadlocks);
}

test('whatever creates and deletes at once for the same developers, none waits for the other', async () => {
  // A connection for each of those that write at once: none waits for one.
  const database = await openTestDatabase({ maxConnections: 24 });
  const needs = needsOf(database);
  const developers = Array.from({ length: 40 }, () => randomUUID());
  const callers = developers.map((developer) => ({ developer }));
  const subjects = ['alice', 'bob'];
  const clients = developers.map((developer) => ({ developer, client: randomUUID() }));
  const round = (n: number) => {
    /** In one order or the other, so that batches that lock one by one meet. */
    const mixed = <T>(items: T[]): T[] => (n % 2 ? items : items.toReversed());
    const caller = callers[n % callers.length]!;
    const units = mixed(
      callers.flatMap((of) => subjects.map((subject) => newUnit({ ...of, subject }))),
    );
    const shared = mixed(
      units.map(({ id, caller: { developer } }) => ({ caller: { developer }, id })),
    );
    const lines = ['a', 'b', 'c'].map((id) => ({
      id: `${id} ${n}`,
      name: id,
      type: 'room',
      subjects: mixed(subjects),
      properties: [{ name: 'size', value: n }],
    }));
    const found = mixed(clients).map((of, index) => ({
      ...of,
      subject: subjects[index % 2]!,
      things: [bareThing(), bareThing()],
      vanished: [],
    }));
    return {
      create: () => answerBatch(createUnit, needs, units),
      write: [
        () => importUnits(needs, { caller, lines }, patient),
        () => answerBatch(upsertThings, needs, found),
        () =>
          answerBatch(
            createThing,
            needs,
            mixed(callers).map((of) => ({
              caller: { ...of, subject: subjects[n % 2] },
              id: randomUUID() as string,
              app: 'app',
              state: bareThing(),
            })),
          ),
        () =>
          answerBatch(
            addSubject,
            needs,
            shared.map((on) => ({ ...on, subject: 'carol' })),
          ),
        () =>
          answerBatch(
            addProperty,
            needs,
            shared.map((on) => ({ ...on, property: { name: 'size', value: 1 } })),
          ),
        () => answerBatch(removeUnit, needs, shared.slice(1)),
      ],
    };
  };
  for (let n = 0; n < 24; n += 4) {
    const rounds = Array.from({ length: 4 }, (_, index) => round(n + index));
    await Promise.all(rounds.map(({ create }) => create()));
    await Promise.all(rounds.flatMap(({ write }) => write).map((run) => run()));
  }
  for (const { developer, client } of clients) {
    await removeAllThings(needs, { developer, clients: [client] }, patient);
  }
  const { rows } = await database.pool.query<{ counted: boolean; name: string }>(`
    SELECT current_database() AS name, bool_and(usage.used = (
      CASE usage.quota
        WHEN 'units' THEN (SELECT count(*) FROM units WHERE developer = usage.developer)
        ELSE (SELECT count(*) FROM things WHERE developer = usage.developer) END
    )) AS counted FROM usage`);
  await database.close();
  expect(rows[0]!.counted).toBe(true);
  expect(await countDeadlocks(rows[0]!.name)).toBe(0);
});
