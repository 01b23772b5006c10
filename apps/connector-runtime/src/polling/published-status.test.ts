import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unauthorized, Unavailable, type Poll } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client whose polls find what a test says, or fail. */
async function clientThatFinds(found: Poll | Error) {
  const now = { found, isUnitsAway: false };
  const client = await polledClient(testing, {
    async find() {
      if (now.found instanceof Error) throw now.found;
      return now.found;
    },
    refuse() {
      if (now.isUnitsAway) throw new Problem('unavailable', 'units-service is away.');
    },
  });
  return { ...client, now, published: () => client.upserts.flatMap(({ status }) => status ?? []) };
}

const away = new Unavailable('It is away.');

describe('units-service is told', () => {
  test('that a client fails and that it recovers, each once', async () => {
    const { now, again, published, row, upserts } = await clientThatFinds({
      devices: [lamp(true)],
    });
    await again();
    await again();
    expect(published()).toEqual([]);
    now.found = away;
    await again();
    await again();
    const since = (await row()).errorSince!.toISOString();
    expect(published()).toEqual([{ error: 'unavailable', since }]);
    now.found = new Unauthorized('It refuses.');
    await again();
    expect(published().at(-1)).toMatchObject({ error: 'authorization_required' });
    now.found = { devices: [lamp(true)] };
    await again();
    await again();
    expect(published()).toHaveLength(3);
    expect(published().at(-1)).toMatchObject({ error: null });
    expect(upserts.map(({ things }) => things.length)).toEqual([1, 0, 0, 0]);
  });

  test('later if it is away, and the status of the client shows the failure at once', async () => {
    const { now, again, published, row } = await clientThatFinds({ devices: [lamp(true)] });
    await again();
    Object.assign(now, { found: away, isUnitsAway: true });
    expect(await again()).toMatchObject({ isUnfinished: true });
    expect(await row()).toMatchObject({ status: 'ERROR' });
    now.isUnitsAway = false;
    await again({ isUnfinished: true });
    expect(published()).toEqual([
      { error: 'unavailable', since: (await row()).errorSince!.toISOString() },
    ]);
  });

  test('of a recovery before the status of the client shows it', async () => {
    const { now, again, published, row } = await clientThatFinds(away);
    await again();
    Object.assign(now, { found: { devices: [] }, isUnitsAway: true });
    await again();
    expect(await row()).toMatchObject({ status: 'ERROR' });
    now.isUnitsAway = false;
    await again();
    expect(await row()).toMatchObject({ status: 'STARTED' });
    expect(published()).toMatchObject([{ error: 'unavailable' }, { error: null }]);
  });

  test('which devices a problem keeps from being observed, once, and when they are found again', async () => {
    const devices = [lamp(true), lamp(true, { id: 'plug' })];
    const { now, again, upserts } = await clientThatFinds({ devices });
    await again();
    now.found = { devices: [lamp(true)], problems: [{ failure: away }] };
    await again();
    await again();
    const [first] = upserts;
    const { id } = first!.things[1]!;
    expect(upserts.slice(1)).toMatchObject([
      { things: [], vanished: [], unobserved: [{ id, code: 'unavailable' }] },
    ]);
    now.found = { devices };
    await again();
    await again();
    expect(upserts.slice(2)).toMatchObject([{ things: [{ id }], unobserved: [] }]);
    now.found = { devices: [lamp(true)] };
    await again();
    expect(upserts.slice(3)).toMatchObject([{ things: [], vanished: [id] }]);
  });
});
