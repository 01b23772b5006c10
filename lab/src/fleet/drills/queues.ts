import { waitFor } from '@trellis/testing';
import type { Drill, Scene } from './drill.js';

/** Drops the data of Redis, including a removal that must continue. */
const lossOfQueues = (name: string, lose: (scene: Scene) => Promise<void>): Drill => ({
  name,
  maxMissed: 1,
  maxGapMs: 60_000,
  async run(scene) {
    const isRemoved = await promiseRemoval(scene, () => lose(scene));
    await waitFor(isRemoved, { within: 60_000, every: 500 }).catch(() => undefined);
    return (await isRemoved()) ? [] : ['a removal that was promised is lost'];
  },
});

/**
 * Makes a removal fail by stopping units-service, and calls `meanwhile` before the next attempt. Returns a function
 * that tells whether the client is gone.
 */
async function promiseRemoval(
  { fleet, clients }: Scene,
  meanwhile: () => Promise<void>,
): Promise<() => Promise<boolean>> {
  const path = await clients.createOther();
  const unitsServices = fleet.processesOf('units-service');
  for (const process of unitsServices) process.kill('SIGSTOP');
  const { status } = await clients.account.request('DELETE', path);
  if (status < 500) throw new Error(`A removal without units-service was answered ${status}.`);
  await meanwhile();
  for (const process of unitsServices) process.kill('SIGCONT');
  return async () => (await clients.account.request('GET', path)).status === 404;
}

export const queueDrills: Drill[] = [
  lossOfQueues('Redis emptied', async ({ fleet }) => {
    await fleet.servers.redis!.administer((connection) => connection.flushall());
  }),
  lossOfQueues('Redis restarted empty', async ({ fleet }) => {
    const redis = fleet.servers.redis!;
    await redis.crash();
    redis.forget();
    await redis.start();
  }),
];
