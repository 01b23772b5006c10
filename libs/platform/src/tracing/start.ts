import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createExporter, type ExportListener } from './exporter.js';
import { createSampler } from './context.js';
import { Tracing } from './tracing.js';
import type { TracingConfiguration } from './variables.js';

/** Timeout of the last export, so that a receiver that hangs does not delay the exit (ms). */
const flushTimeoutMs = 2_000;

/** Most spans in an export, the default of the specification. */
const maxExportSize = 512;

/**
 * Starts tracing a process if an endpoint is configured. Nothing is registered globally. `stop` exports the spans that
 * have ended.
 */
export function startTracing(
  service: string,
  configuration: TracingConfiguration,
  listener: ExportListener,
): { tracing: Tracing; stop(): Promise<void> } | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = configuration;
  if (endpoint === undefined) return undefined;
  const maxQueueSize = configuration.OTEL_BSP_MAX_QUEUE_SIZE;
  const processor = new BatchSpanProcessor({
    exporter: createExporter(endpoint, configuration, listener),
    maxQueueSize,
    maxExportBatchSize: Math.min(maxExportSize, maxQueueSize),
    scheduledDelayMillis: configuration.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMillis: configuration.OTEL_EXPORTER_OTLP_TIMEOUT,
  });
  const provider = new TracerProvider({
    resource: resourceOf(service, configuration),
    sampler: createSampler(configuration),
    spanProcessors: [processor],
  });
  return {
    tracing: new Tracing(provider.getTracer('trellis')),
    async stop() {
      const flushed = provider.shutdown().catch(() => undefined);
      await Promise.race([flushed, pause(flushTimeoutMs, undefined, { ref: false })]);
    },
  };
}

const resourceOf = (service: string, configuration: TracingConfiguration) =>
  defaultResource().merge(
    resourceFromAttributes({
      ...parseKeyPairsIntoRecord(configuration.OTEL_RESOURCE_ATTRIBUTES),
      'service.namespace': 'trellis',
      'service.name': service,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
  );
