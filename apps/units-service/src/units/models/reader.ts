import { Problem } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { LimitExceeded, openWorkerProcesses } from '@trellis/platform/processes';
import type { ModelParts } from './parts.js';
import type { ReadResult, ReadTask } from './read.worker.js';

/** Reads models of buildings in child processes: a text that exceeds their limits costs a process, never the service. */
export interface ModelReader {
  /** Reads the parts of a model. Throws `invalid_request` for a text that is none, or too costly. */
  read(task: ReadTask, signal: AbortSignal): Promise<ModelParts>;
  close(): Promise<void>;
}

/** The limits of a process: its time for a model (ms), and its heap (MiB). A model of a building takes less than a second. */
const limits = { timeoutMs: 20_000, maxHeapMb: 384 };

interface ModelReaderOptions {
  /** Called with the error of a process that read nothing. */
  onError: (error: unknown) => void;
}

export function openModelReader({ onError }: ModelReaderOptions): ModelReader {
  const processes = openWorkerProcesses<ReadTask, ReadResult>({
    program: new URL('./read.worker.js', import.meta.url),
    maxHeapMb: limits.maxHeapMb,
    onError,
  });
  // One at a time, since each may use much memory.
  const slots = createRoundRobin({ slots: 1 });

  async function run(task: ReadTask, signal: AbortSignal): Promise<ReadResult> {
    const release = await slots.acquire('');
    try {
      return await processes.run(task, { timeoutMs: limits.timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return { unreadable: 'The model is too costly to process; split it.' };
    } finally {
      release();
    }
  }

  return {
    async read(task, signal) {
      const result = await run(task, signal);
      if ('parts' in result) return result;
      throw new Problem('invalid_request', result.unreadable);
    },
    close: () => processes.close(),
  };
}
