import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Problem } from '@trellis/contracts';
import { requireTimeLeft } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { Piscina } from 'piscina';
import type { ExpandTask, Verdict } from './expand.worker.js';

export type { Verdict };

/**
 * Checks JSON-LD documents in threads. Some small documents take quadratic time or memory, so that each document has a
 * deadline and each thread a heap of its own: a document that exceeds them costs a thread, never the service. Threads are
 * shared fairly between developers.
 */
export interface JsonLdProcessor {
  /**
   * Checks a document. Throws `timeout` when the caller stops waiting, and `rate_limited` when too many documents of the
   * developer wait.
   */
  check(document: unknown, origin: DocumentOrigin): Promise<Verdict>;
  close(): Promise<void>;
}

/** The developer of a document, and when the caller stops waiting (milliseconds since the epoch). */
export interface DocumentOrigin {
  developer: string;
  expiresAt: number;
}

export interface JsonLdProcessorOptions {
  /** How long a thread may work on one document (ms); a typical one takes a few. */
  timeoutMs: number;
  /** The heap of a thread (MiB). */
  maxHeapMb: number;
  /** The number of documents processed at once; half of the threads can work for one developer. */
  maxThreads: number;
  /** The maximum number of waiting documents of one developer. */
  maxWaitingPerDeveloper: number;
  /** Called with the error of a thread that was processing no document. */
  onError: (error: unknown) => void;
}

const tooCostly: Verdict = { error: 'too costly to process' };

export function openJsonLdProcessor({
  timeoutMs,
  maxHeapMb,
  maxThreads,
  maxWaitingPerDeveloper,
  onError,
}: JsonLdProcessorOptions): JsonLdProcessor {
  const pool = new Piscina<ExpandTask, Verdict>({
    ...worker(),
    // One thread is ready for the first document, since loading the processor takes a while.
    minThreads: 1,
    maxThreads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  pool.on('error', onError);
  // Documents wait here and not in the pool, which starts threads only for added tasks: a task that already waits
  // would not replace a thread that was lost.
  const slots = createRoundRobin({
    slots: maxThreads,
    slotsPerOwner: Math.max(1, Math.floor(maxThreads / 2)),
    maxWaitingPerOwner: maxWaitingPerDeveloper,
  });

  return {
    async check(document, { developer, expiresAt }) {
      const release = await slots.acquire(developer, { expiresAt });
      try {
        requireTimeLeft({ expiresAt });
        return await expand(pool, JSON.stringify(document), { timeoutMs, expiresAt });
      } finally {
        release();
      }
    },
    close: () => pool.destroy(),
  };
}

/** Expands a document in a thread, and ends the thread if that takes too long. */
async function expand(
  pool: Piscina<ExpandTask, Verdict>,
  document: string,
  { timeoutMs, expiresAt }: { timeoutMs: number; expiresAt: number },
): Promise<Verdict> {
  const abort = new AbortController();
  const { port1: started, port2 } = new MessageChannel();
  const expiry = setTimeout(
    () => abort.abort(new Problem('timeout', 'The JSON-LD was not processed in time.')),
    expiresAt - Date.now(),
  );
  let deadline: NodeJS.Timeout | undefined;
  // A new thread loads the processor first, which does not count.
  started.once('message', () => {
    deadline = setTimeout(() => abort.abort(tooCostly), timeoutMs);
  });
  try {
    const task = { document, started: port2 };
    return await pool.run(task, { signal: abort.signal, transferList: [port2] });
  } catch (error) {
    if (isOutOfMemory(error) || abort.signal.reason === tooCostly) return tooCostly;
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    clearTimeout(expiry);
    clearTimeout(deadline);
    started.close();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Returns the program of the threads: a TypeScript file beside this one, which needs tsx, or in production a JavaScript
 * file beside the bundle of the service (`tools/src/bundle.mjs`).
 */
function worker(): { filename: string; execArgv: string[] } {
  const extension = extname(import.meta.url);
  return {
    filename: new URL(`./expand.worker${extension}`, import.meta.url).href,
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
  };
}
