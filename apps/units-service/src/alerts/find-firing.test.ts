import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AlertCondition } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { storeLastSeen } from '../things/last-seen.js';
import { readThing } from '../things/read.js';
import { upsertThings } from '../things/upsert.js';
import { findFiring } from './find-firing.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A sensor of a client, some of whose battery is known. */
async function newSensor({ answers }: { answers?: true } = {}) {
  const [client, developer, id] = [randomUUID(), randomUUID(), randomUUID()];
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const upsert = (minutes: number, more: object) =>
    answerOne(
      upsertThings,
      { ...database, publishThingsHint: () => undefined },
      {
        client,
        developer,
        subject: 'alice',
        polled: ago(minutes),
        things: [],
        vanished: [],
        answers,
        ...more,
      },
    );
  const find = (minutes: number, values: Record<string, unknown>, available = true) =>
    upsert(minutes, {
      things: [
        {
          id,
          title: 'Sensor',
          types: ['PowerSource'],
          properties: { battery: { type: 'number' }, battery_low: { type: 'boolean' } },
          actions: {},
          events: {},
          values,
          available,
        },
      ],
    });
  await find(600, { battery: 80 });
  return {
    id,
    find,
    hear: (minutes: number, names: string[]) =>
      storeLastSeen(
        database,
        { things: [{ client, id, names, age_ms: minutes * 60_000 }] },
        patient,
      ),
    fail: (minutes: number) =>
      upsert(minutes, { status: { error: 'unavailable', since: ago(minutes) } }),
    read: () => answerOne(readThing, database, { caller: { developer }, id }),
    firing: async (condition: AlertCondition) =>
      (await findFiring(database, { rules: [{ rule: '7', developer, condition }] }, patient)).map(
        ({ rule, detail }) => `${rule}: ${detail}`,
      ),
  };
}

const silent = (minutes: number): AlertCondition => ({ kind: 'thing_silent', minutes });

test('a battery fires below its threshold, or when it says that it is low', async () => {
  const { find, firing } = await newSensor();
  const low = { kind: 'battery_low', percent: 15 } as const;
  expect(await firing(low)).toEqual([]);
  await find(500, { battery: 14.5 });
  expect(await firing(low)).toEqual(['7: The battery is at 14.5 %.']);
  expect(await firing({ ...low, things: [randomUUID()] })).toEqual([]);
  expect(await firing({ ...low, subject: 'bob' })).toEqual([]);
  await find(400, { battery: 90, battery_low: true });
  expect(await firing(low)).toEqual(['7: The battery is low.']);
  await find(300, { battery: 90, battery_low: false });
  expect(await firing(low)).toEqual([]);
});

test('a thing fires once it is away for long enough', async () => {
  const { find, firing } = await newSensor();
  await find(180, { battery: 80 }, false);
  expect(await firing({ kind: 'thing_unavailable', hours: 4 })).toEqual([]);
  expect(await firing({ kind: 'thing_unavailable', hours: 2 })).toEqual(['7: It is unavailable.']);
});

test('a device that reports is silent since its last report, also of the same value', async () => {
  const { hear, firing, read } = await newSensor();
  expect(await firing(silent(5))).toEqual([]);
  await hear(90, ['battery']);
  expect(await firing(silent(100))).toEqual([]);
  expect(await firing(silent(80))).toEqual([expect.stringMatching(/^7: It was last heard at /)]);
  await hear(1, ['battery_low']);
  expect(await firing(silent(80))).toEqual([]);
  const { seen } = await read();
  expect(Object.keys(seen!.times).sort()).toEqual(['battery', 'battery_low']);
  expect(seen!.times.battery_low).toBe(Date.parse(seen!.at));
});

test('a device that answers polls itself is silent while it is away or its client fails', async () => {
  const away = await newSensor({ answers: true });
  expect(await away.firing(silent(5))).toEqual([]);
  expect(await away.read()).toMatchObject({ answers: true });
  await away.find(30, { battery: 80 }, false);
  expect(await away.firing(silent(20))).toHaveLength(1);
  expect(await away.firing(silent(40))).toEqual([]);
  const failing = await newSensor({ answers: true });
  await failing.fail(30);
  expect(await failing.firing(silent(20))).toHaveLength(1);
  expect(await failing.firing(silent(40))).toEqual([]);
});
