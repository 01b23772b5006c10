import { Problem } from '@trellis/contracts';
import { requireTimeLeft } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import {
  LimitExceeded,
  openWorkerProcesses,
  type WorkerProcesses,
} from '@trellis/platform/processes';
import type { Verdict } from './expand.worker.js';

export type { Verdict };

/**
 * Checks JSON-LD documents in child processes. Some small documents take quadratic time or memory, so that each document
 * has a deadline and each process a heap of its own: a document that exceeds them costs a process, never the service.
 * Processes are shared fairly between developers.
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
  /** How long a process may work on one document (ms); a typical one takes a few. */
  timeoutMs: number;
  /** The heap of a process (MiB). */
  maxHeapMb: number;
  /** The number of documents processed at once; half of the processes can work for one developer. */
  maxProcesses: number;
  /** The maximum number of waiting documents of one developer. */
  maxWaitingPerDeveloper: number;
  /** Called with the error of a process that had no document. */
  onError: (error: unknown) => void;
}

const tooCostly: Verdict = { error: 'too costly to process' };

export function openJsonLdProcessor({
  timeoutMs,
  maxHeapMb,
  maxProcesses,
  maxWaitingPerDeveloper,
  onError,
}: JsonLdProcessorOptions): JsonLdProcessor {
  const processes = openWorkerProcesses<string, Verdict>({
    program: new URL('./expand.worker.js', import.meta.url),
    maxHeapMb,
    minProcesses: 1,
    onError,
  });
  const slots = createRoundRobin({
    slots: maxProcesses,
    slotsPerOwner: Math.max(1, Math.floor(maxProcesses / 2)),
    maxWaitingPerOwner: maxWaitingPerDeveloper,
  });

  return {
    async check(document, { developer, expiresAt }) {
      const release = await slots.acquire(developer, { expiresAt });
      try {
        requireTimeLeft({ expiresAt });
        return await expand(processes, JSON.stringify(document), { timeoutMs, expiresAt });
      } finally {
        release();
      }
    },
    close: () => processes.close(),
  };
}

/** Expands a document in a process, and ends the process if that takes too long. */
async function expand(
  processes: WorkerProcesses<string, Verdict>,
  document: string,
  { timeoutMs, expiresAt }: { timeoutMs: number; expiresAt: number },
): Promise<Verdict> {
  const abort = new AbortController();
  const expiry = setTimeout(
    () => abort.abort(new Problem('timeout', 'The JSON-LD was not processed in time.')),
    expiresAt - Date.now(),
  );
  try {
    return await processes.run(document, { timeoutMs, signal: abort.signal });
  } catch (error) {
    if (error instanceof LimitExceeded) return tooCostly;
    throw error;
  } finally {
    clearTimeout(expiry);
  }
}
