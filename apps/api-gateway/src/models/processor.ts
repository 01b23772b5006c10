import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AccountUnit } from '@trellis/building-models';
import { Problem } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type { WriteTask } from './write.worker.js';

/**
 * Writes models of buildings in a thread with limits on time and memory, for which developers take turns: units that
 * exceed them cost that thread, never the gateway.
 */
export interface ModelProcessor {
  /** Writes the text of a model; throws `invalid_request` when that is too costly. */
  write(
    units: readonly AccountUnit[],
    options: Omit<WriteTask, 'units'>,
    developer: string,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** How long a thread may work on one model (ms); one of a building takes less than a second. */
const timeoutMs = 20_000;
/** How long a new thread may take to load its program (ms). */
const loadTimeoutMs = 60_000;
const maxHeapMb = 384;
const maxWaitingPerDeveloper = 8;

const tooCostly = new Problem('invalid_request', 'The model is too costly to process; split it.');

export function openModelProcessor({
  onError,
}: {
  /** Called with the error of a thread that was processing nothing. */
  onError: (error: unknown) => void;
}): ModelProcessor {
  // Few deployments import models: there is no thread until the first one.
  const pool = new Piscina({
    ...worker(),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  pool.on('error', onError);
  const roundRobin = createRoundRobin({ slots: 1, maxWaitingPerOwner: maxWaitingPerDeveloper });

  return {
    async write(units, options, developer) {
      const release = await roundRobin.acquire(developer);
      try {
        return await runWithin(pool, { ...options, units: JSON.stringify(units) });
      } finally {
        release();
      }
    },
    close: () => pool.destroy(),
  };
}

/** Runs a task in a thread, and ends the thread when that takes too long. */
async function runWithin(pool: Piscina, task: WriteTask): Promise<Uint8Array> {
  const abort = new AbortController();
  const { port1, port2 } = new MessageChannel();
  let deadline = setTimeout(() => abort.abort(), loadTimeoutMs);
  port1.once('message', () => {
    clearTimeout(deadline);
    deadline = setTimeout(() => abort.abort(), timeoutMs);
  });
  try {
    const given = { ...task, started: port2 };
    return await pool.run(given, { signal: abort.signal, transferList: [port2] });
  } catch (error) {
    const isOutOfMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isOutOfMemory || abort.signal.aborted ? tooCostly : error;
  } finally {
    clearTimeout(deadline);
    port1.close();
  }
}

/**
 * The program of the threads. In the source it is a TypeScript file beside this one, which needs tsx; in
 * production it is a JavaScript file beside the bundle of the service (`tools/src/bundle.mjs`).
 */
function worker(): { filename: string; execArgv: string[] } {
  const extension = extname(import.meta.url);
  return {
    filename: new URL(`./write.worker${extension}`, import.meta.url).href,
    execArgv: extension === '.ts' ? ['--import', 'tsx', '--conditions=@trellis/source'] : [],
  };
}
