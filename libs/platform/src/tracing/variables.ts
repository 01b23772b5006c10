import { z } from 'zod';
import { wholeNumber } from '../whole-number.js';

/** The samplers of the OpenTelemetry specification. */
const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const isRatio = (text: string) => Number(text) >= 0 && Number(text) <= 1;

/** A share, from 0 to 1. */
const ratio = z
  .string()
  .regex(/^\d*\.?\d+$/, 'must be a number')
  .refine(isRatio, 'must be from 0 to 1')
  .transform(Number);

/**
 * Variables of tracing, of the OpenTelemetry specification
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address to which traces are sent (OTLP over HTTP), such as `http://otel-collector:4318`; `/v1/traces` is ' +
        'added to it. Without it nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .describe('Encoding of traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe(
      'Headers that are sent with traces, such as for an API key: `name=value`, several separated by commas.',
    ),
  OTEL_EXPORTER_OTLP_CERTIFICATE: z
    .string()
    .optional()
    .describe('File with the certificates (PEM) that the receiver of traces is trusted by.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(100, 60_000)
    .default(10_000)
    .describe('How long one export of traces may take, with its repetitions (ms).'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames)
    .default('parentbased_always_on')
    .describe('Which traces are recorded.'),
  OTEL_TRACES_SAMPLER_ARG: ratio
    .default(1)
    .describe('The share of traces that `traceidratio` records, from 0 to 1.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe(
      'Attributes of the process in traces, such as `deployment.environment.name=production`: `name=value`, ' +
        'several separated by commas.',
    ),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(10, 60_000)
    .default(5_000)
    .describe('How long spans wait to be exported together (ms).'),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 1_000_000)
    .default(2_048)
    .describe('How many spans wait at most; further ones are lost.'),
};

export type TracingConfiguration = z.output<z.ZodObject<typeof tracingVariables>>;
