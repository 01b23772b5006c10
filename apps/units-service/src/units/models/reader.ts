import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ModelText } from '@trellis/building-models';
import { Problem } from '@trellis/contracts';
import type { ReadResult } from './read.worker.js';
import type { ModelParts } from './parts.js';

export interface ModelReader {
  read(text: ModelText, signal: AbortSignal): Promise<ModelParts>;
  close(): Promise<void>;
}
const timeoutMs = 20_000;
const tooCostly = () =>
  new Problem('invalid_request', 'The model is too costly to process; split it.');

export function openModelReader({ onError }: { onError: (error: unknown) => void }): ModelReader {
  const extension = extname(import.meta.url);
  const pool = new Piscina({
    filename: new URL(`./read.worker${extension}`, import.meta.url).href,
    execArgv: extension === '.ts' ? ['--import', 'tsx', '--conditions=@trellis/source'] : [],
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  });
  pool.on('error', onError);
  return {
    async read(text, signal) {
      const { port1, port2 } = new MessageChannel();
      const timeout = AbortSignal.timeout(timeoutMs);
      const result = (await pool
        .run(
          { ...text, started: port2 },
          { signal: AbortSignal.any([signal, timeout]), transferList: [port2] },
        )
        .catch((error: unknown) => {
          port1.close();
          throw timeout.aborted ? tooCostly() : error;
        })) as ReadResult;
      port1.close();
      if ('parts' in result) return result;
      throw new Problem('invalid_request', result.unreadable);
    },
    close: () => pool.destroy(),
  };
}
