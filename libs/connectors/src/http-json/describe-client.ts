import { configurationSchema, override, secret } from '@trellis/connector-sdk';
import { client, type Instance } from './configuration.js';
import type { Parameter } from './description/parameters.js';

/** Returns the schema of a client's configuration, with the parameters that the instance declares as its members. */
export function describeClient({ parameters, min_interval_ms }: Instance): Record<string, unknown> {
  const schema = configurationSchema(client);
  const properties = schema.properties as Record<string, { default?: unknown }>;
  const required = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.default === undefined ? [name] : [],
  );
  const { default: _none, ...general } = properties.parameters!;
  const declared: Record<string, unknown> = {
    title: 'Parameters',
    ...general,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, describe(name, parameter)]),
    ),
  };
  const interval = properties.interval_ms!;
  const described: Record<string, unknown> = {
    ...schema,
    properties: {
      parameters: declared,
      interval_ms: {
        ...interval,
        minimum: min_interval_ms,
        default: Math.max(interval.default as number, min_interval_ms),
      },
    },
  };
  if (required.length === 0) return described;
  declared.required = required;
  return { ...described, required: ['parameters'] };
}

function describe(name: string, { type, secret: isSecret, ...parameter }: Parameter) {
  const { title = name, description, default: value, enum: options, minimum, maximum } = parameter;
  return override<Record<string, unknown>>(
    { type: type === 'host' || type === 'text' ? 'string' : type, title },
    { description, enum: options, minimum, maximum, ...(isSecret ? secret : { default: value }) },
  );
}
