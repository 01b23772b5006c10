import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { createJobQueue, startJobWorker } from '../jobs/durable.js';
import { connectRpcClient } from '../calls/client.js';
import { describeOverCluster } from '../testing/backends.js';
import { cleaning, createGarden, greeting, serveGreetings, watering } from '../testing/sharded.js';
import { slotOf, taggedPrefix } from './placement.js';

/** How many calls, one after the other, have to be answered: each shard is used in turn. */
const callsInARow = 12;

describeOverCluster(
  ({ connect }, cluster) => {
    test.each([1, 4])(
      'a master that is lost is replaced by its replica with %d shards',
      async (shards) => {
        const [one, other] = [
          await connect({ shards, lockMs: 2_000 }),
          await connect({ shards, lockMs: 2_000 }),
        ];
        serveGreetings(one);
        const call = await connectRpcClient(other, greeting);
        const garden = createGarden(30);
        garden.work(one);
        garden.work(other);
        await garden.start(other);
        const cleaned = new Set<string>();
        startJobWorker(one, cleaning, {
          handle: async ({ room }) => void cleaned.add(room),
          concurrency: 4,
          onFailure: () => undefined,
          onDeadLetter: async () => undefined,
        });
        const jobs = createJobQueue(other, cleaning);
        let received = 0;
        await one.hints.subscribe('doors', () => (received += 1));
        await waitFor(garden.wateredAgain(3));
        await call('greet', { name: 'Ada' });

        const { masters } = cluster();
        const slot = slotOf(taggedPrefix('', watering.queue, 0).slice(1, -1));
        const owner = masters[Math.floor((slot * masters.length) / 16_384)]!;
        // The replica that took over in the test before is left alone.
        await (owner.isRunning() ? owner : masters.find(({ isRunning }) => isRunning())!).kill();

        await waitFor(
          async () => {
            for (let calls = 0; calls < callsInARow; calls += 1) {
              const answer = await call('greet', { name: 'Ada' }).catch(() => undefined);
              if (!answer) return false;
            }
            return true;
          },
          { what: 'calls in every shard' },
        );
        await garden.watered(other, 5);
        const rooms = Array.from({ length: 40 }, (_, index) => `room-${index}`);
        const entries = rooms.map((room) => ({ id: room, data: { room } }));
        await waitFor(
          () =>
            jobs.addAll(entries).then(
              () => true,
              () => false,
            ),
          {
            what: 'added jobs',
          },
        );
        await waitFor(() => rooms.every((room) => cleaned.has(room)), { what: 'every job' });
        const before = received;
        await waitFor(
          async () => {
            await other.hints.publish('doors');
            return received > before;
          },
          { what: 'a hint' },
        );
        expect([...garden.overlapped]).toEqual([]);
      },
    );
  },
  { hasReplicas: true },
);
