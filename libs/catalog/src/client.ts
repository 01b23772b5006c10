import { hostAndPort, pollInterval, secret, type ClientSchema } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Entry, Parameters } from './vendor.js';

type Parameter = Parameters[string];

/** Returns the schema of the configuration of a client: the parameters of the description, and the poll interval. */
export function clientSchema(entry: Entry, parameters: Parameters): ClientSchema {
  const members = Object.entries(parameters).map(([name, parameter]) => [
    name,
    parameterSchema(name, parameter),
  ]);
  const { interval_ms, configuration } = entry;
  const least = configuration.min_interval_ms;
  return z.strictObject({
    ...(Object.fromEntries(members) as Record<string, z.ZodType>),
    interval_ms: pollInterval(interval_ms, least),
  });
}

function parameterSchema(name: string, parameter: Parameter): z.ZodType {
  const { title = name, description, secret: isSecret, default: value } = parameter;
  const plain = plainSchema(parameter);
  const schema = value === undefined ? plain : plain.default(value);
  return schema.meta({
    title,
    ...(description !== undefined && { description }),
    ...(isSecret && secret),
  });
}

/** A text that is valid in a header. */
const line = z
  .string()
  .max(4_096)
  .regex(/^\P{Cc}*$/u, 'Must have no control characters.');

type Scalar = string | number | boolean;

function plainSchema({
  type,
  enum: options,
  default: value,
  minimum,
  maximum,
}: Parameter): z.ZodType<Scalar, Scalar> {
  if (options) return z.literal(options);
  if (type === 'host') return hostAndPort;
  if (type === 'boolean') return z.boolean();
  if (type === 'text') return value === '' ? line : line.min(1);
  return z
    .number()
    .min(minimum ?? -Infinity)
    .max(maximum ?? Infinity);
}

/** Returns an example of the configuration of a client. */
export function clientSample({ sample, interval_ms }: Entry, parameters: Parameters) {
  const given = Object.entries(parameters).flatMap(([name, parameter]) => {
    const { default: value, enum: options, secret: isSecret } = parameter;
    const shown = sample[name] ?? value ?? options?.[0];
    return [[name, shown ?? (isSecret ? `your-${name.replaceAll('_', '-')}` : name)]];
  });
  return { ...Object.fromEntries(given), interval_ms };
}
