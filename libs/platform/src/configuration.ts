import { z } from 'zod';
import { tracingVariables } from './tracing/variables.js';
import { wholeNumber } from './whole-number.js';

/** Log levels, the most severe first. */
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Variables that every service has. */
export const commonConfiguration = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('URL of the PostgreSQL database, `postgresql://user:password@host:port/name`.'),
  QUEUE_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'URL of the PostgreSQL database for the queues without Redis; `DATABASE_URL` by default.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?(\+cluster)?$/ })
    .optional()
    .describe(
      'URL of the Redis for the queues, or of nodes of a Redis Cluster ' +
        '(`redis+cluster://user:password@host:port?addr=host:port`); `rediss` uses TLS. Without it the queues ' +
        'are in PostgreSQL.',
    ),
  QUEUE_SHARDS: wholeNumber(1, 64)
    .default(1)
    .describe(
      'Number of shards of the large queues, spread over the masters of a Redis Cluster. The highest number ' +
        'of all processes applies; docs/deployment.md says how to choose it.',
    ),
  HEALTH_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe(
      'Port of `/health/live`, `/health/ready` and `/metrics`, for operators only; without it they are not ' +
        'served.',
    ),
  NODE_ENV: z
    .string()
    .optional()
    .describe('`production`, as in the images, refuses secrets that are published in samples.'),
  LOG_LEVEL: z
    .enum(logLevels)
    .default('info')
    .describe('Minimum level of logged messages; SIGUSR2 sets `debug`, and back.'),
  ...tracingVariables,
});

/** Reports an environment variable that is missing or invalid, in one line. */
export class ConfigurationError extends Error {}

/**
 * Reads a configuration from the environment. An empty variable counts as absent. In production, well-known
 * secrets are refused.
 */
export function readConfiguration<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) {
    if (environment.NODE_ENV === 'production') refuseSampleSecrets(given);
    return result.data;
  }
  const { path, message, code } = result.error.issues[0]!;
  const name = String(path[0]);
  const missing = code !== 'custom' && !(name in given);
  throw new ConfigurationError(`${name}: ${missing ? 'must be set' : message}`);
}

function refuseSampleSecrets(given: Record<string, string | undefined>): void {
  const sample = Object.keys(given).find((name) => containsSampleSecret(given[name] ?? ''));
  if (sample === undefined) return;
  throw new ConfigurationError(`${sample}: is a sample that everybody knows; generate another`);
}

/** Secrets that appear in samples of this repository. Everybody knows them, so they are refused in production. */
const sampleSecrets = [
  'development-only-development-only-development-only',
  'ZGV2ZWxvcG1lbnQtb25seS1kZXZlbG9wbWVudC1vbmw',
  '://trellis:trellis@',
];

/** Returns whether the value of a variable contains a secret from a sample. */
const containsSampleSecret = (value: string): boolean =>
  sampleSecrets.some((sample) => value.includes(sample));

/** Address at which callers reach the gateway, without a trailing slash. */
export const publicUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''));
