import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type Device, type Poll } from '@trellis/connector-sdk';
import type { Reports } from '../listening/pending-reports.js';
import { publishReports } from '../listening/publish-reports.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const mac = { type: 'mac', value: 'aa:bb:cc:dd:ee:01' };
const serial = { type: 'serial', value: '0000' };
const named = (id: string, more: Partial<Device> = {}) =>
  lamp(true, { id, identifiers: [{ type: 'id', value: id }], ...more });

/** A lamp as a listener reports it. */
const reported = ({ id, title, identifiers, parts }: Device): Reports['entities'][number] => ({
  id,
  title,
  ...(identifiers && { identifiers }),
  ...(parts && { parts }),
  types: [],
  properties: { on: { type: 'boolean' } },
  actions: {},
  events: {},
  values: { on: true },
  available: true,
});

async function clientThatFinds(first: Device[]) {
  const now: { found: Poll } = { found: { devices: first } };
  let meanwhile: () => Promise<unknown> = async () => undefined;
  const client = await polledClient(testing, {
    async find() {
      await meanwhile();
      return now.found;
    },
    listen: async () => undefined,
  });
  /** Polls, and finds this; something may happen meanwhile. */
  const finds = async (
    devices: Device[],
    more: Partial<Poll> = {},
    happens: typeof meanwhile = async () => undefined,
  ) => {
    now.found = { devices, ...more };
    meanwhile = happens;
    await client.again();
  };
  await finds(first);
  const { database } = testing;
  return {
    ...client,
    finds,
    /** Returns the things of the devices, by their ids. */
    async things() {
      const rows = await database.mapping.findMany({ where: { clientKey: client.key } });
      return Object.fromEntries(rows.map(({ entity, thing }) => [entity, thing]));
    },
    reports: (devices: Device[], gone: string[] = [], events: Reports['events'] = []) =>
      publishReports(client.needs, client.id, { entities: devices.map(reported), gone, events }),
  };
}

test('a device keeps its thing when its id changes, by whatever it has in common', async () => {
  const { finds, things, upserts } = await clientThatFinds([
    named('lamp-1', { identifiers: [{ type: 'id', value: 'lamp-1' }, mac], parts: ['u-lamp'] }),
  ]);
  const { 'lamp-1': thing } = await things();
  await finds([named('extra-0', { identifiers: [{ type: 'id', value: 'lamp-1' }] })]);
  expect(await things()).toEqual({ 'extra-0': thing });
  await finds([named('lamp-new', { identifiers: [mac] })]);
  expect(await things()).toEqual({ 'lamp-new': thing });
  await finds([named('lamp-newer', { parts: ['u-lamp'] })]);
  expect(await things()).toEqual({ 'lamp-newer': thing });
  expect(upserts.flatMap(({ vanished }) => vanished)).toEqual([]);
  expect(new Set(upserts.flatMap((upsert) => upsert.things.map(({ id }) => id)))).toEqual(
    new Set([thing]),
  );
});

test('what the listener reports is recognized as well, whether or not the other id is gone', async () => {
  const { reports, things } = await clientThatFinds([
    named('lamp-1', { parts: ['u'] }),
    named('lamp-2', { identifiers: [mac] }),
  ]);
  const before = await things();
  await reports([named('lamp-3', { parts: ['u'] })], ['lamp-1']);
  await reports([named('lamp-4', { identifiers: [mac] })]);
  expect(await things()).toEqual({ 'lamp-3': before['lamp-1'], 'lamp-4': before['lamp-2'] });
});

test('a device that was away for long is recognized when it is back under another id', async () => {
  const { finds, things, mapping, reports } = await clientThatFinds([
    named('lamp-1', { identifiers: [mac] }),
  ]);
  const { 'lamp-1': thing } = await things();
  await finds([]);
  await finds([named('lamp-2', { identifiers: [mac] })]);
  expect(await things()).toEqual({ 'lamp-2': thing });
  expect(await mapping()).toMatchObject({
    available: true,
    fingerprint: expect.stringMatching(/./),
  });
  await reports([], ['lamp-2']);
  await reports([named('lamp-3', { identifiers: [mac] })]);
  expect(await mapping()).toMatchObject({ entity: 'lamp-3', available: true });
});

test('devices that are found at once stay apart, whatever they have in common', async () => {
  const first = named('a', { identifiers: [mac] });
  const { finds, things } = await clientThatFinds([first, named('b', { identifiers: [mac] })]);
  const { a, b } = await things();
  expect(a).not.toBe(b);
  await finds([first]);
  await finds([first, named('c', { identifiers: [mac] })]);
  const after = await things();
  expect(after).toMatchObject({ a, b });
  expect([a, b]).not.toContain(after.c);
});

test('a serial number that many devices have identifies none', async () => {
  const { finds, things } = await clientThatFinds([named('a', { identifiers: [serial] })]);
  const { a } = await things();
  await finds([named('b', { identifiers: [serial] })]);
  expect((await things()).b).not.toBe(a);
});

test('a poll that missed devices recognizes new ones, and merges nothing', async () => {
  const { finds, things, merges } = await clientThatFinds([
    named('a', { identifiers: [mac] }),
    named('b'),
    named('c'),
  ]);
  const { a, b, c } = await things();
  const problems = [{ failure: new Unavailable('Half is missing.') }];
  const both = ['b', 'c'].map((value) => ({ type: 'id', value }));
  await finds([named('d', { identifiers: [mac] }), named('c', { identifiers: both })], {
    problems,
  });
  expect(await things()).toEqual({ d: a, b, c });
  expect(merges).toEqual([]);
});

test('two things that turn out to be one device are merged into the older one', async () => {
  const { finds, things, merges, row } = await clientThatFinds([named('old'), named('young')]);
  const { old, young } = await things();
  const { database } = testing;
  const { developer } = await row();
  const { id: subscription } = await database.subscription.create({
    data: { id: randomUUID(), developer, match: JSON.stringify({ things: [young, old] }) },
  });
  const both = ['old', 'young'].map((value) => ({ type: 'id', value }));
  await finds([named('young', { identifiers: both })]);
  expect(await things()).toEqual({ young: old });
  expect(merges).toEqual([{ from: young, into: old }]);
  const subscribed = await database.subscription.findUniqueOrThrow({ where: { id: subscription } });
  expect(JSON.parse(subscribed.match)).toEqual({ things: [old] });
  await finds([named('young', { identifiers: both }), named('old')]);
  const after = await things();
  expect(after.young).toBe(old);
  expect([old, young]).not.toContain(after.old);
});

test('two things are merged once, when a poll and a report find that at the same time', async () => {
  const { finds, reports, things, needs } = await clientThatFinds([named('old'), named('young')]);
  const { old } = await things();
  const both = ['old', 'young'].map((value) => ({ type: 'id', value }));
  const { mergeThings } = needs.store;
  needs.store.mergeThings = async (client, merged) => {
    needs.store.mergeThings = mergeThings;
    await finds([named('young', { identifiers: both })]);
    await mergeThings(client, merged);
  };
  const report = () => reports([named('young', { identifiers: both })], ['old']);
  await expect(report()).rejects.toMatchObject({ code: 'superseded' });
  expect(await things()).toEqual({ young: old });
  await report();
  expect(await things()).toEqual({ young: old });
});

const lampOf = (id: string, ...identifiers: [type: string, value: string][]) =>
  named(id, { identifiers: identifiers.map(([type, value]) => ({ type, value })) });
const address = ['mac', '00:17:88:01:00:00:00:01'] as [string, string];

test.each<[swap: string, before: Device, after: Device]>([
  [
    'a new bridge of the same vendor, which gives the lamp another id',
    lampOf('3883f8bf', ['id', '3883f8bf'], address),
    lampOf('9d1e0a77', ['id', '9d1e0a77'], address),
  ],
  [
    'another Zigbee coordinator, with all devices joined again',
    lampOf('device:z2m', ['id', 'zigbee2mqtt_0x0017880100000001'], address),
    lampOf('device:z2m_new', ['id', 'zha_00:17:88:01:00:00:00:01'], address),
  ],
  ['a broker that moved', named('device:lamp-1'), named('device:lamp-1')],
  [
    'another account of the vendor, with the same devices',
    named('70:ee:50:00:00:01'),
    named('70:ee:50:00:00:01'),
  ],
  [
    'a hub that was set up again, with a new registry',
    lampOf('a1b2', ['id', 'a1b2'], ['hue', '3883f8bf'], address),
    lampOf('c3d4', ['id', 'c3d4'], ['hue', '3883f8bf']),
  ],
  [
    'firmware that announces further identifiers',
    lampOf('device:lamp-1', ['id', 'lamp-1']),
    lampOf('device:extra-0', ['id', 'extra-0'], ['id', 'lamp-1']),
  ],
  [
    'firmware that calls the device something else, at the same address',
    lampOf('device:shelly1', ['id', 'shelly1'], address),
    lampOf('device:shellyplus1', ['id', 'shellyplus1'], address),
  ],
  [
    'a device whose entities keep their unique ids, and nothing else',
    named('device:old', { identifiers: [], parts: ['relay_1', 'relay_2'] }),
    named('device:new', { identifiers: [], parts: ['relay_1', 'relay_3'] }),
  ],
  [
    'a connection over Wi-Fi in place of a cable, with the identifier of before',
    lampOf('a', ['id', 'tv'], ['mac', 'aa:00:00:00:00:01']),
    lampOf('b', ['id', 'tv'], ['mac', 'aa:00:00:00:00:02']),
  ],
  [
    'a vendor that writes the id in another way',
    lampOf('LAMP-1', ['id', 'LAMP-1'], ['vendor', '4711']),
    lampOf('urn:lamp:1', ['id', 'urn:lamp:1'], ['vendor', '4711']),
  ],
])('the thing of a lamp stays with %s', async (_swap, before, after) => {
  const { finds, things } = await clientThatFinds([before, named('other')]);
  const { [before.id]: thing, other } = await things();
  await finds([after, named('other')]);
  expect(await things()).toEqual({ [after.id]: thing, other });
});

describe('a poll that began before a report renamed its device', () => {
  async function renamedMeanwhile(found: Device[]) {
    const before = named('e1', { identifiers: [mac] });
    const client = await clientThatFinds([before]);
    const { e1: thing } = await client.things();
    client.upserts.length = 0;
    await client.finds(found, {}, () =>
      client.reports([named('e2', { identifiers: [mac] })], ['e1']),
    );
    return { ...client, thing };
  }

  test('does not bring the old id back', async () => {
    const changed = named('e1', { identifiers: [mac], title: 'Changed' });
    const { finds, things, thing, upserts } = await renamedMeanwhile([changed]);
    expect(await things()).toEqual({ e2: thing });
    await finds([named('e2', { identifiers: [mac] })]);
    expect(await things()).toEqual({ e2: thing });
    expect(upserts.flatMap(({ vanished }) => vanished)).toEqual([]);
  });

  test('creates no second thing', async () => {
    const { things, thing, upserts } = await renamedMeanwhile([
      named('e2', { identifiers: [mac] }),
    ]);
    expect(await things()).toEqual({ e2: thing });
    const stored = upserts.flatMap((upsert) => upsert.things.map(({ id }) => id));
    expect(stored.filter((id) => id !== thing)).toEqual([]);
  });
});

test('the events of a device go to its own thing, not to the one that had its id', async () => {
  const { finds, reports, upserts, things } = await clientThatFinds([
    named('e1', { identifiers: [mac] }),
  ]);
  await finds([named('e2', { identifiers: [mac] })]);
  upserts.length = 0;
  const occurred = new Date().toISOString();
  const event = { id: randomUUID(), device: 'e1', name: 'rang', occurred, bytes: 0 };
  await reports([named('e1')], [], [event]);
  const { e1, e2 } = await things();
  expect(e1).not.toBe(e2);
  expect(upserts.flatMap(({ occurrences = [] }) => occurrences)).toMatchObject([{ thing: e1 }]);
});

test('the id of a merged thing is given to no other device', async () => {
  const ids = (...values: string[]) => ({
    identifiers: values.map((value) => ({ type: 'id', value })),
  });
  const { finds, things } = await clientThatFinds([named('old'), named('young')]);
  const { young } = await things();
  await finds([named('young', ids('young', 'old'))]);
  await finds([named('third', ids('old'))]);
  await finds([named('third', ids('old')), named('young', ids('other'))]);
  expect(Object.values(await things())).not.toContain(young);
});
