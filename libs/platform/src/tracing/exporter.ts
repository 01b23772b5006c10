import { readFileSync } from 'node:fs';
import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfiguration } from './variables.js';

export interface ExportListener {
  /** Called with the reason when exports start to fail. */
  onOutage(error: Error): void;
  /** Called with the number of lost spans when an export succeeds again. */
  onRecovery(lost: number): void;
}

/** Creates an exporter to the receiver at `endpoint`. A failure is reported and has no other effect. */
export function createExporter(
  endpoint: string,
  configuration: TracingConfiguration,
  { onOutage, onRecovery }: ExportListener,
): SpanExporter {
  const exporter = openExporter(endpoint, configuration);
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) {
          if (lost === 0) onOutage(result.error ?? new Error('Spans cannot be exported.'));
          lost += spans.length;
        } else if (lost > 0) {
          onRecovery(lost);
          lost = 0;
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function openExporter(endpoint: string, configuration: TracingConfiguration): SpanExporter {
  const { OTEL_EXPORTER_OTLP_CERTIFICATE: certificate } = configuration;
  const options = {
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(configuration.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: configuration.OTEL_EXPORTER_OTLP_TIMEOUT,
    httpAgentOptions: {
      keepAlive: true,
      ca: certificate === undefined ? undefined : readFileSync(certificate),
    },
  };
  return configuration.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
    ? new JsonExporter(options)
    : new ProtobufExporter(options);
}
