import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DeviceUnavailable } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { requestedInteraction } from '../testing/requested-interaction.js';
import { queueForMs, runQueued } from './queue.js';
import { releaseQueued } from './queue.sql.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const inADay = () => new Date(Date.now() + queueForMs);

/** A write that may wait, of a device that is away at first. */
async function queuedWrite({ queueUntil = inADay() as Date | null } = {}) {
  let isAway = true;
  const sent: unknown[] = [];
  const interaction = await requestedInteraction(
    testing,
    async (command) => {
      if (isAway) throw new DeviceUnavailable('It is away.');
      sent.push(command);
    },
    { operation: 'writeproperty', name: 'mode', input: 'night', queueUntil },
  );
  const { id, database, units, publishEnded, perform } = interaction;
  await perform();
  return {
    ...interaction,
    sent,
    return: () => (isAway = false),
    isStored: (polled = new Date(Date.now() + 1_000), available = true) =>
      database.mapping.updateMany({
        where: { thing: interaction.thing },
        data: { polled, available },
      }),
    update: (data: object) => database.interaction.update({ where: { id }, data }),
    /** Runs the queue; returns whether the interaction was released. */
    async run() {
      const added: string[] = [];
      const interactions = {
        addAll: async (jobs: { id: string }[]) => void added.push(...jobs.map((job) => job.id)),
      };
      await runQueued({ pool: testing.pool, units, publishEnded, interactions });
      return added.includes(id);
    },
  };
}

describe('a write that may wait for its device', () => {
  test('is queued while the device is away, and performed when it is back', async () => {
    const { run, read, isStored, perform, sent, withdrawals, ended, id, ...queued } =
      await queuedWrite();
    expect(await read()).toMatchObject({ status: 'pending', queued_until: expect.any(String) });
    expect(withdrawals).toMatchObject([{ names: ['mode'], queued: true }]);
    expect(ended).toEqual([id]);
    expect(await run()).toBe(false);
    await isStored(new Date(Date.now() + 1_000), false);
    expect(await run()).toBe(false);
    queued.return();
    await isStored();
    expect(await run()).toBe(true);
    expect(await run()).toBe(false);
    await perform();
    expect(sent).toEqual([{ mode: 'night' }]);
    expect(await read()).toMatchObject({ status: 'completed' });
    expect(await read()).not.toHaveProperty('queued_until');
  });

  test('is tried again after a minute when only the device knows that it is back', async () => {
    const { run, update } = await queuedWrite();
    expect(await run()).toBe(false);
    const minuteMs = 60_000;
    await update({ queued: new Date(Date.now() - 1.1 * minuteMs) });
    expect(await run()).toBe(true);
    // Later less often.
    const queueUntil = new Date(Date.now() + queueForMs - 60 * minuteMs);
    await update({ status: 'queued', queueUntil, queued: new Date(Date.now() - 14 * minuteMs) });
    expect(await run()).toBe(false);
    await update({ queued: new Date(Date.now() - 16 * minuteMs) });
    expect(await run()).toBe(true);
  });

  test('waits while its client is paused', async () => {
    const { run, isStored, client, database } = await queuedWrite();
    await isStored();
    const where = { id: client.id };
    await database.client.update({ where, data: { pausedSince: new Date() } });
    expect(await run()).toBe(false);
    await database.client.update({ where, data: { pausedSince: null } });
    expect(await run()).toBe(true);
  });

  test('fails when the device is not back in time, and has no target any more', async () => {
    const { run, read, update, withdrawals, id, row } = await queuedWrite();
    await update({ queueUntil: new Date(Date.now() - 1) });
    expect(await run()).toBe(false);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'timeout' } });
    expect(withdrawals.at(-1)).toMatchObject({ interaction: id });
    expect(withdrawals.at(-1)).not.toHaveProperty('names');
    expect((await row()).input).toBeNull();
  });

  test.each([
    ['completed', 'superseded'],
    ['queued', 'superseded'],
    ['failed', undefined],
    ['cancelled', undefined],
  ])('gives way to a later write of the property that is %s: %s', async (status, code) => {
    const { run, read, row, database } = await queuedWrite();
    const { key: _key, requester: _requester, ...data } = await row();
    const queueUntil = inADay();
    const later = { ...data, id: randomUUID(), status, queueUntil, queued: new Date() };
    await database.interaction.create({ data: later });
    await run();
    expect((await read()).problem?.code).toBe(code);
  });
});

test('a write that is over is not released, even before it has ended', async () => {
  const { row, isStored, database } = await queuedWrite();
  await isStored();
  const { id, key: _key, requester: _requester, ...data } = await row();
  await database.interaction.create({ data: { ...data, id: randomUUID(), status: 'completed' } });
  expect(await query(testing.pool, releaseQueued, [1_000, queueForMs])).not.toContainEqual({ id });
});

test('a write that waits ends when its client is gone', async () => {
  const { run, read, row, client, database } = await queuedWrite();
  await database.mapping.deleteMany({ where: { clientKey: client.key } });
  await database.client.delete({ where: { id: client.id } });
  await run();
  expect(await read()).toMatchObject({ status: 'failed' });
  expect((await row()).input).toBeNull();
});

test('a released write that fails before it is sent has no target any more', async () => {
  const { run, isStored, perform, withdrawals, client, database, id } = await queuedWrite();
  await isStored();
  await run();
  await database.client.update({ where: { id: client.id }, data: { pausedSince: new Date() } });
  await perform();
  expect(withdrawals.at(-1)).toMatchObject({ interaction: id });
  expect(withdrawals.at(-1)).not.toHaveProperty('names');
});

test('a write that waits counts as pending until it has ended', async () => {
  const { run, update, client, database } = await queuedWrite();
  const { developer } = client;
  const used = async () =>
    (await database.usage.findFirst({ where: { developer, quota: 'pending_interactions' } }))?.used;
  expect(await used()).toBe(1n);
  await update({ queueUntil: new Date(Date.now() - 1) });
  await run();
  expect(await used()).toBe(0n);
});

test.each([
  ['may not', null],
  ['may not any longer', new Date(Date.now() - 1)],
])('a write that %s wait fails while its device is away', async (_title, queueUntil) => {
  const { read, withdrawals } = await queuedWrite({ queueUntil });
  expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'device_unavailable' } });
  expect(withdrawals.at(-1)).toMatchObject({ names: ['mode'], queued: false });
});
