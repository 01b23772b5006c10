import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Problem } from '@trellis/contracts';
import { requireTimeLeft } from '@trellis/database';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import type { ExpandTask, Verdict } from './expand.worker.js';

export type { Verdict };

/**
 * Checks JSON-LD documents in threads. Some small documents take the processor quadratic time or memory,
 * so each has a deadline and each thread a heap of its own: a document that exceeds them costs that
 * thread, never the service.
 */
export interface JsonLdProcessor {
  /** Checks a document, given as JSON text. Throws `timeout` once `expiresAt` has passed. */
  check(document: string, options: { expiresAt: number }): Promise<Verdict>;
  close(): Promise<void>;
}

export interface JsonLdProcessorOptions {
  /** How long a thread may work on one document (ms). Default 2000; a usual one takes a few. */
  timeoutMs?: number;
  /** The heap of a thread (MiB). Default 256. */
  maxHeapMb?: number;
  /** How many documents are processed at once. Default 2. */
  maxThreads?: number;
  /** Called with the error of a thread that was processing no document. */
  onError: (error: unknown) => void;
}

const tooCostly: Verdict = { error: 'too costly to process' };

export function openJsonLdProcessor({
  timeoutMs = 2_000,
  maxHeapMb = 256,
  maxThreads = 2,
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
  // Documents wait here and not in the pool, which starts a thread only for a task that is added to it:
  // a task that already waits would not replace the thread that another one cost.
  const queue = new PQueue({ concurrency: maxThreads });

  return {
    check: (document, { expiresAt }) =>
      queue.add(() => {
        requireTimeLeft({ expiresAt });
        return expand(pool, document, { timeoutMs, expiresAt });
      }),
    close: () => pool.destroy(),
  };
}

/** Has a thread expand a document, and ends the thread when that takes too long. */
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
  // A new thread loads the processor first, which is not the document's fault.
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
 * The program of the threads. In the source it is a TypeScript file beside this one, which needs tsx; in
 * production it is a JavaScript file beside the bundle of the service (`tools/src/bundle.mjs`).
 */
function worker(): { filename: string; execArgv: string[] } {
  const extension = extname(import.meta.url);
  return {
    filename: new URL(`./expand.worker${extension}`, import.meta.url).href,
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
  };
}
