import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  combineParts,
  discover,
  event,
  switchable,
  withKeys,
  type Device,
} from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import { createTargetReader } from '../interactions/claim.js';
import { requestConnector } from '../interactions/request-connector.js';
import { publishReports } from '../listening/publish-reports.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { pollNeeds } from '../testing/polled-client.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { poll } from './poll.js';
import { thingId } from './reconcile.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const relays = (ids: string[], on?: string): Device => ({
  id: 'board',
  title: 'Board',
  abilities: combineParts(
    ids.map((id) => ({
      abilities: withKeys(id, [
        switchable.on({ write: (value) => ({ [id]: value }), value: id === on }),
        event('pressed', {}),
      ]),
    })),
  ),
});

/** A client of a board with relays, to which the test adds some. */
async function boardClient() {
  let device = relays(['b']);
  const sent: unknown[] = [];
  const session = sessionNeeds(testing, [
    testConnector({
      poll: async () => ({ devices: [device] }),
      send: async (_remote, command) => void sent.push(command),
    }),
  ]);
  const { units, upserts, requests } = recordingUnits();
  const needs = Object.assign(pollNeeds(session, { units }), {
    units,
    openConnections: { perform: async () => undefined },
    readTarget: createTargetReader(testing.pool),
  });
  const { id, key } = await insertClient(needs, 'test');
  const thing = thingId(id, 'board');
  return {
    needs,
    sent,
    requests,
    becomes: (ids: string[], on?: string) => void (device = relays(ids, on)),
    poll: () => poll(needs, { client: id }),
    report: (events: Parameters<typeof publishReports>[2]['events'] = []) =>
      publishReports(needs, id, { entities: [toEntity(device)], gone: [], events }),
    write: (name: string, input: unknown) =>
      requestConnector(needs, {
        id: randomUUID(),
        clientId: id,
        thing,
        operation: 'writeproperty',
        name,
        input,
        idempotent: true,
      }),
    async shown() {
      const last = upserts.flatMap(({ things }) => things).at(-1)!;
      return last.values;
    },
    occurred: () => upserts.flatMap(({ occurrences = [] }) => occurrences).map(({ name }) => name),
    async clearMapping(data: { names: null }) {
      await testing.pool.query('UPDATE mappings SET names = $2 WHERE client_key = $1', [
        key,
        data.names,
      ]);
    },
    mapping: () => needs.database.mapping.findFirstOrThrow({ where: { clientKey: key } }),
    remove: () => needs.database.client.delete({ where: { id } }),
    mappings: () => needs.database.mapping.count({ where: { clientKey: key } }),
  };
}

describe('a property keeps its name when a part joins', () => {
  test('that a poll finds, in the service and in a process of its own', async () => {
    const { poll, becomes, shown, needs } = await boardClient();
    await poll();
    expect(await shown()).toEqual({ on: false });
    becomes(['a', 'b'], 'b');
    await poll();
    expect(await shown()).toEqual({ on: true, on_1: false });
    needs.isolation.discover = async ({ typeId }, context) => ({
      ...(await discover(needs.registry.get(typeId), context)),
      cpuMs: 100,
      bytes: 0,
    });
    becomes(['a', 'b'], 'a');
    await needs.database.client.updateMany({ data: { isolation: 'shared' } });
    await poll();
    expect(await shown()).toEqual({ on: false, on_1: true });
  });

  test('that a listener reports, with the events of the parts', async () => {
    const { poll, becomes, report, shown, occurred } = await boardClient();
    await poll();
    becomes(['a', 'b'], 'b');
    const pressed = (part: string, name: string) => ({
      id: randomUUID(),
      device: 'board',
      name,
      keys: withKeys(part, [event('pressed', {})])[0]!.keys,
      occurred: new Date().toISOString(),
      bytes: 0,
    });
    await report([pressed('b', 'pressed_2'), pressed('a', 'pressed_1')]);
    expect(await shown()).toEqual({ on: true, on_1: false });
    expect(occurred()).toEqual(['pressed', 'pressed_1']);
  });

  test('and writes reach the part that has the name', async () => {
    const { poll, becomes, write, sent, requests } = await boardClient();
    await poll();
    becomes(['a', 'b']);
    await write('on', true);
    await poll();
    await write('on', true);
    await write('on_1', true);
    expect(sent).toEqual([{ b: true }, { b: true }, { a: true }]);
    expect(requests.map(({ values }) => values)).toEqual([
      { on: true },
      { on: true },
      { on_1: true },
    ]);
    await expect(write('on_2', true)).rejects.toThrow('no property');
  });
});

test('names that are stored without being remembered are adopted, and nothing is published', async () => {
  const { poll, becomes, shown, clearMapping, mapping, needs } = await boardClient();
  becomes(['a', 'b']);
  await poll();
  const before = await mapping();
  await clearMapping({ names: null });
  const things: unknown[] = [];
  const { upsertThings } = needs.store;
  needs.store.upsertThings = (client, found) => {
    things.push(...found.things);
    return upsertThings(client, found);
  };
  await poll();
  expect(things).toEqual([]);
  expect(await mapping()).toMatchObject({ names: before.names, fingerprint: before.fingerprint });
  becomes(['0', 'a', 'b']);
  await poll();
  expect(await shown()).toEqual({ on_1: false, on_2: false, on_3: false });
});

test('a poll that finds the same stores no names again', async () => {
  const { poll, becomes, mapping } = await boardClient();
  await poll();
  becomes(['a', 'b']);
  await poll();
  const before = await mapping();
  await poll();
  expect(await mapping()).toEqual(before);
});

test('remembered names are deleted with the client', async () => {
  const { poll, remove, mappings } = await boardClient();
  await poll();
  expect(await mappings()).toBe(1);
  await remove();
  expect(await mappings()).toBe(0);
});
