import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unauthorized, type Poll } from '@trellis/connector-sdk';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient, type PolledSetting } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const nameless = { title: '' };

const clientOf = (setting: PolledSetting) => polledClient(testing, setting);

describe('the warnings of a client', () => {
  test('name the devices that failed, and are gone with them; the status stays', async () => {
    let found: Poll = {
      devices: [lamp(true)],
      problems: [{ device: 'plug', failure: new Unauthorized('Wrong password.') }],
    };
    const { again, outcome } = await clientOf({ find: async () => found });
    await again();
    expect(await outcome()).toMatchObject({
      status: 'STARTED',
      warnings: [
        {
          code: 'authorization_required',
          detail: 'Wrong password.',
          connector_thing_id: 'plug',
        },
      ],
    });
    found = { devices: [lamp(true)] };
    await again();
    expect(await outcome()).toMatchObject({ status: 'STARTED', warnings: [] });
  });

  test('name a device that cannot be a thing; its neighbors are published', async () => {
    const { again, outcome, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true), lamp(true, { id: 'odd', ...nameless })] }),
    });
    await again();
    await again();
    expect(upserts).toMatchObject([{ things: [{ title: 'Lamp' }] }]);
    expect(await outcome()).toMatchObject({
      status: 'STARTED',
      warnings: [{ code: 'connector_failed', connector_thing_id: 'odd' }],
    });
  });

  test('name the devices that the account has no room for, until there is; the status stays', async () => {
    let maxThings = 1;
    const { again, outcome, upserts, mappings } = await clientOf({
      find: async () => ({ devices: ['a', 'b', 'c'].map((id) => lamp(true, { id })) }),
      maxThings: () => maxThings,
    });
    const warning = (id: string) => ({
      code: 'quota_exceeded',
      detail: 'The device becomes a thing when there is room. There is no room.',
      connector_thing_id: id,
    });
    await again();
    expect(await outcome()).toEqual({ status: 'STARTED', warnings: ['b', 'c'].map(warning) });
    expect(await mappings()).toEqual(['a']);
    maxThings = 2;
    await again();
    expect(await outcome()).toEqual({ status: 'STARTED', warnings: [warning('c')] });
    maxThings = 3;
    await again();
    await again();
    expect(await outcome()).toEqual({ status: 'STARTED', warnings: [] });
    expect(await mappings()).toEqual(['a', 'b', 'c']);
    expect(upserts.map(({ things }) => things.length)).toEqual([3, 2, 1]);
  });

  test('do not mark a device unavailable that was a thing before', async () => {
    let more = {};
    const { again, mapping, upserts } = await clientOf({
      find: async () => ({ devices: [lamp(true, more)] }),
    });
    await again();
    more = nameless;
    await again();
    expect(await mapping()).toMatchObject({ available: true });
    expect(upserts).toHaveLength(1);
  });

  test('advise while there is no device at all', async () => {
    const adviceIfEmpty = 'Check the prefix.';
    let devices: Poll['devices'] = [];
    const { again, outcome } = await clientOf({ find: async () => ({ devices, adviceIfEmpty }) });
    const empty = {
      status: 'STARTED',
      warnings: [{ code: 'no_devices', cause: 'nothing_found', detail: adviceIfEmpty }],
    };
    await again();
    expect(await outcome()).toEqual(empty);
    devices = [lamp(true)];
    await again();
    expect(await outcome()).toEqual({ status: 'STARTED', warnings: [] });
    devices = [];
    await again();
    await again();
    expect(await outcome()).toEqual(empty);
  });

  test('name a room that was left out; the others are stored', async () => {
    const hall = { id: 'hall', name: 'Hall', type: 'room', devices: ['lamp'] };
    const { again, outcome, row } = await clientOf({
      find: async () => ({
        devices: [lamp(true)],
        rooms: [hall, { ...hall, id: 'odd', name: '' }],
      }),
    });
    await again();
    expect(JSON.parse((await row()).rooms!)).toEqual([hall]);
    expect(await outcome()).toMatchObject({
      warnings: [{ detail: expect.stringMatching('room') }],
    });
  });
});
