import { z } from 'zod';

/** A whole number in an environment variable. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Variables of every service; each adds its own. */
export const commonConfiguration = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('URL of the PostgreSQL database, `postgresql://user:password@host:port/name`.'),
  QUEUE_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'URL of the database for the queues if there is no Redis; `DATABASE_URL` by default.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('URL of the Redis for the queues. Without it, they are in PostgreSQL.'),
  HEALTH_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('Port of the probes `/health/live` and `/health/ready`; without it, there are none.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of the messages that are logged.'),
});

/** An environment variable is missing or invalid. The message is one line. */
export class ConfigurationError extends Error {}

/** Reads a configuration from the environment. An empty variable counts as absent. */
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
  if (result.success) return result.data;
  const { path, message, code } = result.error.issues[0]!;
  const name = String(path[0]);
  const missing = code !== 'custom' && !(name in given);
  throw new ConfigurationError(`${name}: ${missing ? 'must be set' : message}`);
}
