import { connectBroker } from '@trellis/messaging';

type BrokerAddress = Parameters<typeof connectBroker>[0];

async function inQueues<T>(
  where: BrokerAddress,
  use: (broker: Awaited<ReturnType<typeof connectBroker>>) => Promise<T>,
): Promise<T> {
  const broker = await connectBroker(where);
  try {
    return await use(broker);
  } finally {
    await broker.close();
  }
}

/** Keeps the jobs of queues from being worked on, as if everything had crashed before. */
export const pauseQueues = (where: BrokerAddress, names: string[]): Promise<unknown> =>
  inQueues(where, ({ queue }) => Promise.all(names.map((name) => queue(name).pause())));

export const resumeQueues = (where: BrokerAddress, names: string[]): Promise<unknown> =>
  inQueues(where, ({ queue }) => Promise.all(names.map((name) => queue(name).resume())));

/** How many jobs of a queue there are, in whatever state. */
export const countJobs = (where: BrokerAddress, name: string): Promise<number> =>
  inQueues(where, async (broker) => {
    const counts = await broker.countJobs(name);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  });
