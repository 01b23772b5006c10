import { z } from 'zod';
import { wholeNumber } from '../whole-number.js';

/** Samplers of the OpenTelemetry specification. */
const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const isRatio = (text: string) => Number(text) >= 0 && Number(text) <= 1;

/** Schema of a ratio, from 0 to 1. */
const ratio = z
  .string()
  .regex(/^\d*\.?\d+$/, 'must be a number')
  .refine(isRatio, 'must be from 0 to 1')
  .transform(Number);

/**
 * Variables of tracing, as in the OpenTelemetry specification
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address to send traces to (OTLP over HTTP), such as `http://otel-collector:4318`; `/v1/traces` is ' +
        'appended. Without it nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .describe('Encoding of traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers sent with traces, such as an API key: `name=value`, separated by commas.'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: z
    .string()
    .optional()
    .describe('File with the certificate authorities (PEM) of the receiver of traces.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(100, 60_000)
    .default(10_000)
    .describe('Timeout of an export of traces, retries included (ms).'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames)
    .default('parentbased_always_on')
    .describe('Which traces to record.'),
  OTEL_TRACES_SAMPLER_ARG: ratio
    .default(1)
    .describe('Share of traces that `traceidratio` records, from 0 to 1.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe(
      'Attributes of the process, such as `deployment.environment.name=production`, separated by commas.',
    ),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(10, 60_000)
    .default(5_000)
    .describe('How long spans are collected before an export (ms).'),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 1_000_000)
    .default(2_048)
    .describe('Maximum number of spans that wait for an export; others are lost.'),
};

export type TracingConfiguration = z.output<z.ZodObject<typeof tracingVariables>>;
