import { configurationSchema, secret } from '@trellis/connector-sdk';
import { client, type Instance } from './configuration.js';
import type { Parameter } from './description/parameters.js';

/** The schema of a client's configuration, with the parameters that the instance declares as its members. */
export function describeClient({ parameters, min_interval_ms }: Instance): Record<string, unknown> {
  const schema = configurationSchema(client);
  const properties = schema.properties as Record<string, { default?: unknown }>;
  const required = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.default === undefined ? [name] : [],
  );
  const { default: _none, ...general } = properties.parameters!;
  const declared = {
    ...{ title: 'Parameters', ...general, type: 'object', additionalProperties: false },
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, describe(name, parameter)]),
    ),
    ...(required.length > 0 && { required }),
  };
  const interval = properties.interval_ms!;
  return {
    ...schema,
    properties: {
      parameters: declared,
      interval_ms: {
        ...interval,
        ...{
          minimum: min_interval_ms,
          default: Math.max(interval.default as number, min_interval_ms),
        },
      },
    },
    ...(required.length > 0 && { required: ['parameters'] }),
  };
}

function describe(name: string, { type, secret: isSecret, ...parameter }: Parameter) {
  const { title = name, description, default: value, enum: options, minimum, maximum } = parameter;
  return {
    type: type === 'host' || type === 'text' ? 'string' : type,
    title,
    ...(description !== undefined && { description }),
    ...(options && { enum: options }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(isSecret ? secret : value !== undefined && { default: value }),
  };
}
