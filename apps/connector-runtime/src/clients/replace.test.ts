import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Device } from '@trellis/connector-sdk';
import type { Handler } from '@trellis/contracts';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';
import { recordingScheduler } from '../testing/queues.js';
import { unitsAnswering } from '../testing/units.js';
import { matchDevices, replaceDevices, restoreDevice } from './replace.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const named = (id: string, ...others: string[]) =>
  lamp(true, { id, identifiers: [id, ...others].map((value) => ({ type: 'id', value })) });

/** Two clients of a subject, with the devices that their polls find. */
async function twoClients(first: Device[], second: Device[]) {
  const found = { first, second };
  const one = await polledClient(testing, { find: async () => ({ devices: found.first }) });
  const other = await polledClient(testing, { find: async () => ({ devices: found.second }) });
  await one.again();
  await other.again();
  const { database, pool } = testing;
  const { developer, subject } = await one.row();
  // From now on only the first can be polled.
  await database.client.update({ where: { id: other.id }, data: { developer, subject } });
  let isAway = false;
  const needs = {
    database,
    pool,
    polls: recordingScheduler<{ client: string }>(),
    units: unitsAnswering(async () => {
      if (isAway) throw new Error('units-service is away.');
      return {};
    }),
  };
  const caller = { developer };
  const clients = { caller, id: one.id, by: other.id };
  const deadline = { expiresAt: Infinity };
  const rows = () =>
    database.mapping.findMany({ where: { clientKey: { in: [one.key, other.key] } } });
  const ids = new Map((await rows()).map(({ entity, thing }) => [thing, entity]));
  const idOf = (entity: string) => [...ids].find(([, first]) => first === entity)![0];
  return {
    one,
    other,
    found,
    idOf,
    setAway: (away: boolean) => void (isAway = away),
    replace: (thing: string, by: string) =>
      call(replaceDevices, { ...clients, things: [{ thing: idOf(thing), by: idOf(by) }] }),
    restore: (thing: string, subject?: string) =>
      call(restoreDevice, {
        caller: subject === undefined ? caller : { developer, subject },
        thing: idOf(thing),
      }),
    async match() {
      const { things } = await matchDevices(needs, clients, deadline);
      return things.map(({ thing, by }) => [ids.get(thing), ids.get(by)]);
    },
    /** The devices with the first devices of their things; undefined for a new thing. */
    async shown() {
      return Object.fromEntries((await rows()).map((one) => [one.entity, ids.get(one.thing)]));
    },
  };
  function call<Name extends 'clients.replace_devices' | 'clients.restore_device'>(
    handler: Handler<Name, typeof needs>,
    input: Parameters<Handler<Name, typeof needs>>[1],
  ) {
    return (handler as (...given: unknown[]) => Promise<object>)(needs, input, deadline);
  }
}

test('a subscription to a thing that is replaced is to the one that shows its device, and stays when that is undone', async () => {
  const { replace, one, idOf } = await twoClients([named('a')], [named('b')]);
  const { developer } = await one.row();
  const { id } = await testing.database.subscription.create({
    data: { id: randomUUID(), developer, match: JSON.stringify({ things: [idOf('b')] }) },
  });
  await replace('a', 'b');
  const { match } = await testing.database.subscription.findUniqueOrThrow({ where: { id } });
  expect(JSON.parse(match)).toEqual({ things: [idOf('b'), idOf('a')] });
});

test('the replacement of a device whose client was deleted cannot be undone, which is said', async () => {
  const { replace, restore, one } = await twoClients([named('a')], [named('b')]);
  await replace('a', 'b');
  await testing.database.client.delete({ where: { id: one.id } });
  await expect(restore('a')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('the client of its device was deleted'),
  });
});

test('a thing gets the device of another one, and both are as before when that is undone', async () => {
  const { replace, restore, shown, one } = await twoClients([named('a')], [named('b')]);
  await replace('a', 'b');
  expect(await shown()).toEqual({ a: undefined, b: 'a' });
  await replace('a', 'b');
  await one.again();
  expect(await shown()).toEqual({ a: undefined, b: 'a' });
  await expect(restore('a', 'a stranger')).rejects.toMatchObject({ code: 'not_found' });
  await restore('a');
  expect(await shown()).toEqual({ a: 'a', b: 'b' });
  await expect(restore('a')).rejects.toMatchObject({ code: 'not_found' });
});

test('nothing is replaced while units-service is away', async () => {
  const { replace, shown, setAway } = await twoClients([named('a')], [named('b')]);
  setAway(true);
  await expect(replace('a', 'b')).rejects.toThrow('away');
  expect(await shown()).toEqual({ a: 'a', b: 'b' });
  setAway(false);
  await replace('a', 'b');
  expect(await shown()).toEqual({ a: undefined, b: 'a' });
});

test('replacements are undone in reverse order', async () => {
  const { replace, restore, shown } = await twoClients([named('a'), named('z')], [named('b')]);
  await replace('a', 'b');
  await replace('z', 'a');
  expect(await shown()).toEqual({ a: undefined, b: 'z', z: undefined });
  await expect(restore('a')).rejects.toMatchObject({ code: 'not_found' });
  await restore('z');
  await restore('a');
  expect(await shown()).toEqual({ a: 'a', b: 'b', z: 'z' });
});

test('an old device that got another id meanwhile gets its thing back', async () => {
  const { replace, restore, shown, one, found } = await twoClients([named('a')], [named('b')]);
  await replace('a', 'b');
  await one.again();
  found.first = [named('a2', 'a')];
  await one.again();
  expect(await shown()).toEqual({ a2: undefined, b: 'a' });
  await restore('a');
  expect(await shown()).toEqual({ a2: 'a', b: 'b' });
});

test('devices match by identifiers that no other device of either client has', async () => {
  const lamps = [named('lamp-1', 'bridge'), named('lamp-2', 'bridge')];
  const { match } = await twoClients(
    [...lamps, named('hub', 'x1')],
    [named('new-hub', 'bridge', 'x1'), named('new-lamp', 'lamp-2')],
  );
  expect((await match()).sort()).toEqual([
    ['hub', 'new-hub'],
    ['lamp-2', 'new-lamp'],
  ]);
});
