import { setTimeout as pause } from 'node:timers/promises';
import { range, sum } from '../../numbers.js';
import { createRandom, type Random } from '../random.js';
import { batchOperations } from './batches.js';
import { clientOperations } from './clients.js';
import type { Operation } from './operation.js';
import { thingOperations } from './things.js';
import { unitOperations } from './units.js';
import type { World } from './world.js';

export interface Traffic {
  /** Resolves when no request is in flight or can still take effect. */
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

const callers = 8;
const maxPauseMs = 60;
const operations = [...unitOperations, ...batchOperations, ...clientOperations, ...thingOperations];

/** Starts several callers that change entities, each with one request at a time. */
export function startTraffic(world: World, seed: number): Traffic {
  let isStopped = false;
  let isPaused = false;
  let busy = 0;

  async function call(random: Random): Promise<void> {
    while (!isStopped) {
      await pause(random.integer(1, maxPauseMs));
      if (isPaused) continue;
      const { kinds, run } = pickWeighted(random);
      busy += 1;
      try {
        await world.withLocked(random, kinds, (entities) => run({ world, random }, entities));
      } finally {
        busy -= 1;
      }
    }
  }

  const running = Promise.all(
    range(callers).map((index) => call(createRandom(seed * 1000 + index))),
  );
  return {
    async pause() {
      isPaused = true;
      while (busy > 0 || !world.isSettled()) await pause(50);
    },
    resume: () => void (isPaused = false),
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const weights = operations.map(({ weight }) => weight);
const total = sum(weights);

function pickWeighted(random: Random): Operation {
  let rest = (random.integer(0, 1_000_000) / 1_000_000) * total;
  return operations.find(({ weight }) => (rest -= weight) <= 0) ?? operations[0]!;
}
