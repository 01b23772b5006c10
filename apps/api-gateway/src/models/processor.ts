import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AccountUnit, ModelText, ReadModel } from '@trellis/building-models';
import { Problem } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import type { ReadResult, ReadTask, WriteTask } from './model.worker.js';
import { parseParts } from './parts.js';
import { invalidMember } from '@trellis/operations';

/**
 * Reads and writes models of buildings in a thread with limits on time and memory, for which developers
 * take turns: a text that exceeds them costs that thread, never the gateway.
 */
export interface ModelProcessor {
  /** Finds the units of a model; throws `invalid_request` for what is none, or too costly. */
  read(text: ModelText, developer: string): Promise<ReadModel>;
  write(
    units: readonly AccountUnit[],
    options: Omit<WriteTask, 'does' | 'units'>,
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

  async function run(task: ReadTask | WriteTask, developer: string): Promise<unknown> {
    const release = await roundRobin.acquire(developer);
    try {
      return await runWithin(pool, task);
    } finally {
      release();
    }
  }

  return {
    async read(text, developer) {
      const result = (await run({ does: 'read', ...text }, developer)) as ReadResult;
      if ('parts' in result) return parseParts(result.parts);
      throw invalidMember('', result.unreadable, result.unreadable);
    },
    async write(units, options, developer) {
      const task: WriteTask = { does: 'write', ...options, units: JSON.stringify(units) };
      return (await run(task, developer)) as Uint8Array;
    },
    close: () => pool.destroy(),
  };
}

/** Runs a task in a thread, and ends the thread when that takes too long. */
async function runWithin(pool: Piscina, task: ReadTask | WriteTask): Promise<unknown> {
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
    filename: new URL(`./model.worker${extension}`, import.meta.url).href,
    execArgv: extension === '.ts' ? ['--import', 'tsx', '--conditions=@trellis/source'] : [],
  };
}
