import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { Throttled } from '../../limits/rates.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { gate } from '../../testing/gate.js';
import { lampsOf } from '../../testing/lamps.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const none = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

describe('cancelling', () => {
  test('leaves what runs, and nothing else begins', async () => {
    const { open, opened } = gate();
    let requested = 0;
    const { request, start, run, cancel, read, pending } = await lampsOf(testing, {
      clients: 1,
      lamps: 6,
      async act() {
        requested += 1;
        await opened;
      },
    });
    const { id } = await start(request());
    const running = run();
    await waitFor(() => requested === 2);
    expect(await cancel(id)).toMatchObject({ status: 'pending', progress: { cancelled: 4 } });
    open();
    await running;
    expect(await read(id)).toMatchObject({
      status: 'cancelled',
      progress: { ...none, completed: 2, cancelled: 4 },
    });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    expect({ requested, pending: await pending() }).toEqual({ requested: 2, pending: 0 });
  });

  test('ends what waits again, since there was no room for it', async () => {
    const { open, opened } = gate();
    let requested = 0;
    const { request, start, run, cancel, read, ended } = await lampsOf(testing, {
      clients: 1,
      async act() {
        requested += 1;
        await opened;
        throw new Throttled('Later.');
      },
    });
    const { id } = await start(request());
    const running = run();
    await waitFor(() => requested === 2);
    await cancel(id);
    open();
    await running;
    const progress = { ...none, cancelled: 3 };
    expect(await read(id)).toMatchObject({ status: 'cancelled', progress });
    expect({ requested, ended }).toEqual({ requested: 2, ended: [id] });
  });

  test('ends also what came to wait again in that moment', async () => {
    let requested = 0;
    const { needs, request, start, run, cancel, read } = await lampsOf(testing, {
      clients: 1,
      act: async () => (requested += 1),
    });
    const { id } = await start(request());
    await needs.database.interaction.updateMany({
      where: { batch: { id } },
      data: { status: 'running' },
    });
    await cancel(id);
    await needs.database.interaction.updateMany({
      where: { batch: { id } },
      data: { status: 'waiting' },
    });
    await run();
    expect(await read(id)).toMatchObject({ status: 'cancelled', progress: { cancelled: 3 } });
    expect(requested).toBe(0);
  });

  test('before anything begins ends the batch', async () => {
    const { request, start, run, cancel } = await lampsOf(testing);
    const { id } = await start(request());
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', progress: { cancelled: 6 } });
    expect(await run()).toBe('ended');
  });
});
