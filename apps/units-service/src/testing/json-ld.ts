import {
  openJsonLdProcessor,
  type JsonLdProcessor,
  type JsonLdProcessorOptions,
} from '../units/json-ld/processor.js';

/** Opens a JSON-LD processor that is as patient as the tests unless they say otherwise. */
export const openTestProcessor = (options: Partial<JsonLdProcessorOptions> = {}): JsonLdProcessor =>
  openJsonLdProcessor({
    timeoutMs: 10 * 60_000,
    maxHeapMb: 256,
    maxProcesses: 2,
    maxWaitingPerDeveloper: 1_000,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
