import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type Poll } from '@trellis/connector-sdk';
import { resolveMissing } from '../clients/resolve-missing.js';
import { publishReports } from '../listening/publish-reports.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';
import { deferMissing, gracePeriodMs } from './missing-devices.js';
import type { KnownEntity } from './reconcile.js';

const known = (count: number, more: Partial<KnownEntity> = {}): KnownEntity[] =>
  Array.from({ length: count }, (_, n) => ({
    entity: `${n}`,
    thing: '01920000-0000-7000-8000-000000000001',
    fingerprint: '',
    available: true,
    problem: null,
    hasValues: true,
    names: null,
    handle: null,
    thingExists: true,
    ...more,
  }));
const nothing = { changed: [], rehandled: [], vanished: [], unobserved: [], warnings: [] };

describe('the loss', () => {
  test.each([
    [5, 5, false],
    [6, 6, true],
    [6, 11, true],
    [6, 12, false],
    [7, 12, true],
    [600, 1_000, true],
  ])('of %i of %i devices is deferred: %p', (missing, all, isDeferred) => {
    const before = known(all);
    const found = { ...nothing, vanished: before.slice(0, missing) };
    const { changes, missing: deferred } = deferMissing(
      { known: before, missing: null },
      found,
      new Date(0),
    );
    expect(changes.vanished).toHaveLength(isDeferred ? 0 : missing);
    expect(changes.unobserved).toHaveLength(isDeferred ? missing : 0);
    expect(deferred).toEqual(
      isDeferred ? { since: new Date(0), found: all - missing, missing, waits: false } : null,
    );
  });

  test('of devices counts only those that were not gone before', () => {
    const gone = known(20, { available: false }).map((one) => ({
      ...one,
      entity: `x${one.entity}`,
    }));
    const before = [...known(7), ...gone];
    const found = { ...nothing, vanished: before };
    const { changes, missing: deferred } = deferMissing(
      { known: before, missing: null },
      found,
      new Date(0),
    );
    expect(deferred).toMatchObject({ found: 0, missing: 7 });
    expect(changes.vanished).toEqual(gone);
  });
});

test.each([
  [5, 0],
  [6, 1_000],
])('with %i more missing devices the grace period begins at %i', (more, since) => {
  const before = [
    ...known(16, { available: false, problem: 'sweep_held' }),
    ...known(10).map((one) => ({ ...one, entity: `new ${one.entity}` })),
  ];
  const missing = { since: new Date(0), found: 10, missing: 16, waits: false };
  const found = { ...nothing, vanished: before.slice(0, 16 + more) };
  expect(deferMissing({ known: before, missing }, found, new Date(1_000)).missing).toEqual({
    since: new Date(since),
    waits: false,
    found: 10 - more,
    missing: 16 + more,
  });
});

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const devices = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => lamp(true, { id: `${from + n}` }));

/** A client that has ten devices. */
async function clientOfTen() {
  const now: { found: Poll | Error } = { found: { devices: devices(0, 10) } };
  const client = await polledClient(testing, {
    async find() {
      if (now.found instanceof Error) throw now.found;
      return now.found;
    },
  });
  await client.again();
  const { upserts } = client;
  upserts.length = 0;
  const { developer } = await client.row();
  const caller = { developer };
  return {
    ...client,
    /** Polls, and finds this. */
    async finds(found: Poll | Error, previous = { isUnfinished: false }) {
      now.found = found;
      await client.again(previous);
    },
    /** Returns and clears the numbers of things published to units-service. */
    published: () =>
      upserts.splice(0).map(({ things, vanished, unobserved = [] }) => ({
        things: things.length,
        vanished: vanished.length,
        deferred: unobserved.filter(({ code }) => code === 'sweep_held').length,
      })),
    settle: (action: 'accept' | 'wait') =>
      resolveMissing(client.needs, { caller, id: client.id, action }, { expiresAt: Infinity }),
  };
}

const untouched = { things: 0, vanished: 0, deferred: 0 };

describe('a poll in which most devices are missing', () => {
  test('has them be unknown, once, and says so; when they are back nothing is left of it', async () => {
    const { finds, published, missing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    await finds({ devices: devices(0, 2) });
    expect(published()).toEqual([{ ...untouched, deferred: 8 }]);
    expect(await missing()).toMatchObject({ found: 2, missing: 8, waits: false });
    await finds({ devices: devices(0, 10) });
    expect(published()).toEqual([{ ...untouched, things: 8 }]);
    expect(await missing()).toBeNull();
  });

  test('is accepted by itself when the same devices are missing an hour later', async () => {
    const { finds, published, missing, ageMissing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    await ageMissing(gracePeriodMs - 60_000);
    await finds({ devices: devices(0, 2) });
    expect(published()).toEqual([{ ...untouched, deferred: 8 }]);
    await ageMissing(60_000);
    await finds({ devices: devices(0, 2) });
    expect(published()).toEqual([{ ...untouched, vanished: 8 }]);
    expect(await missing()).toBeNull();
    await finds({ devices: devices(0, 2) });
    expect(published()).toEqual([]);
  });

  test.each([
    ['fewer', devices(0, 1), 9],
    ['more', devices(0, 3), 7],
    ['others', [...devices(0, 1), ...devices(9, 10)], 8],
  ])('is accepted when %s were found in two polls after the hour', async (_what, found, count) => {
    const { finds, published, missing, ageMissing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    await ageMissing(gracePeriodMs);
    const { since } = (await missing())!;
    await finds({ devices: found });
    expect(await missing()).toMatchObject({ missing: count, since });
    expect(published().every(({ vanished }) => vanished === 0)).toBe(true);
    await finds({ devices: found });
    expect(published()).toEqual([{ ...untouched, vanished: count }]);
  });

  test('is accepted although a device returns and goes all the time', async () => {
    const { finds, published, missing, ageMissing } = await clientOfTen();
    for (let times = 0; times < 3; times += 1) {
      await finds({ devices: devices(0, 2) });
      await ageMissing(gracePeriodMs / 2);
      await finds({ devices: devices(0, 3) });
    }
    expect(await missing()).toMatchObject({ missing: 7 });
    published();
    await finds({ devices: devices(0, 3) });
    expect(published()).toEqual([{ ...untouched, vanished: 7 }]);
  });

  test('is over when the last device is found, also if that cannot be a thing', async () => {
    const { finds, published, missing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    published();
    const broken = lamp(true, { id: '9', title: 9 as never });
    await finds({ devices: [...devices(0, 9), broken] });
    expect(published()).toEqual([{ things: 7, vanished: 0, deferred: 0 }]);
    expect(await missing()).toBeNull();
    await finds({ devices: devices(0, 9) });
    expect(published()).toEqual([{ ...untouched, vanished: 1 }]);
    expect(await missing()).toBeNull();
  });

  test('is held until the last device is back, also when few are missing by then', async () => {
    const { finds, published, missing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    await finds({ devices: devices(0, 9) });
    expect(published()).toEqual([
      { ...untouched, deferred: 8 },
      { ...untouched, things: 7 },
    ]);
    expect(await missing()).toMatchObject({ found: 9, missing: 1 });
  });

  test('is held through failures, partial polls, and polls after one that was cut off', async () => {
    const { finds, published, missing } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    const deferred = await missing();
    await finds({
      devices: devices(0, 2),
      complete: false,
      problems: [{ failure: new Unavailable('It is slow.') }],
    });
    await finds(new Unavailable('It is away.'));
    await finds({ devices: devices(0, 2) }, { isUnfinished: true });
    expect(published().filter(({ vanished }) => vanished > 0)).toEqual([]);
    expect(await missing()).toEqual(deferred);
  });

  test('is accepted by hand; a device that is found after all is there again', async () => {
    const { finds, published, missing, settle } = await clientOfTen();
    await finds({ devices: devices(0, 2) });
    published();
    await settle('accept');
    await settle('accept');
    expect(published()).toEqual([{ ...untouched, vanished: 8 }]);
    expect(await missing()).toBeNull();
    await finds({ devices: devices(0, 3) });
    expect(published()).toEqual([{ ...untouched, things: 1 }]);
  });

  test('waits for longer than an hour if that is wanted, until it is accepted', async () => {
    const { finds, published, missing, ageMissing, settle } = await clientOfTen();
    await expect(settle('wait')).rejects.toMatchObject({ code: 'no_sweep_held' });
    await finds({ devices: devices(0, 2) });
    await settle('wait');
    await ageMissing(2 * gracePeriodMs);
    await finds({ devices: devices(0, 2) });
    await finds({ devices: devices(0, 1) });
    expect(await missing()).toMatchObject({ missing: 9, waits: true });
    expect(published().map(({ vanished }) => vanished)).toEqual([0, 0]);
    await settle('accept');
    expect(published()).toEqual([{ ...untouched, vanished: 9 }]);
  });

  test('is held when it was heard, as a snapshot or as many devices that are gone', async () => {
    const { finds, published, missing, ageMissing, needs, id } = await clientOfTen();
    const report = (reported: { gone?: string[]; all?: string[] }) =>
      publishReports(needs, id, { entities: [], gone: [], ...reported });
    await report({ all: ['0', '1'] });
    expect(await missing()).toMatchObject({ missing: 8 });
    await ageMissing(gracePeriodMs);
    await report({ gone: ['2'] });
    expect(published()).toEqual([{ ...untouched, deferred: 8 }]);
    await finds({ devices: devices(0, 10) });
    await report({ gone: ['0', '1', '2', '3', '4', '5', '6'] });
    await report({ gone: ['7'] });
    expect(published().slice(1)).toEqual([
      { ...untouched, deferred: 7 },
      { ...untouched, deferred: 1 },
    ]);
    expect(await missing()).toMatchObject({ found: 2, missing: 8 });
  });
});
