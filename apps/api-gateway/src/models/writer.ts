import { Problem } from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { LimitExceeded, openWorkerProcesses } from '@trellis/platform/processes';
import type { WriteTask } from './write.worker.js';

/**
 * Writes models of buildings in a child process, for which developers take turns: units that exceed its limits cost the
 * process, never the gateway.
 */
export interface ModelWriter {
  /** Writes the text of a model. Throws `invalid_request` when that is too costly. */
  write(task: WriteTask, developer: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The limits of the process: its time for a model (ms), and its heap (MiB). A building takes less than a second. */
const limits = { timeoutMs: 20_000, maxHeapMb: 384 };
const maxWaitingPerDeveloper = 8;

interface ModelWriterOptions {
  /** Called with the error of a process that wrote nothing. */
  onError: (error: unknown) => void;
}

export function openModelWriter({ onError }: ModelWriterOptions): ModelWriter {
  const processes = openWorkerProcesses<WriteTask, Uint8Array>({
    program: new URL('./write.worker.js', import.meta.url),
    maxHeapMb: limits.maxHeapMb,
    onError,
  });
  const slots = createRoundRobin({ slots: 1, maxWaitingPerOwner: maxWaitingPerDeveloper });
  return {
    async write(task, developer) {
      const release = await slots.acquire(developer);
      try {
        return await processes.run(task, { timeoutMs: limits.timeoutMs });
      } catch (error) {
        if (!(error instanceof LimitExceeded)) throw error;
        const detail = 'The model is too costly to write; choose fewer units with `below`.';
        throw new Problem('invalid_request', detail);
      } finally {
        release();
      }
    },
    close: () => processes.close(),
  };
}
