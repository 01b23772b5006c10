import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { connectBroker, type BrokerAddress } from '../broker.js';
import { startScheduleWorker } from '../jobs/schedule.js';

/**
 * A worker in a process of its own, to be killed by a test. It prints a line for every run, another one
 * before it when the run before was cut off, and one for every schedule that becomes a dead letter; the run of the
 * plant `poison` blocks it for good.
 */
const address = JSON.parse(process.argv[2]!) as BrokerAddress;
const print = (line: string) => writeSync(1, `${line}\n`);

startScheduleWorker(
  await connectBroker({ ...address, onError: ({ message }) => void print(message) }),
  { queue: 'watering', data: z.object({ plant: z.string() }) },
  {
    async run({ plant }, { isUnfinished }) {
      if (isUnfinished) print(`repeats ${plant}`);
      print(`runs ${plant}`);
      await pause(100);
      for (; plant === 'poison';);
      return { afterMs: 100 };
    },
    onDeadLetter: async ({ plant }) => void print(`dead letter ${plant}`),
    onFailure: (error) => print(String(error)),
    concurrency: 20,
    retryMs: 100,
  },
);
