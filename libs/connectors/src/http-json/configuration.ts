import {
  certificate,
  pollInterval,
  type ConnectorContext,
  configurationSchema,
  override,
  secret,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { checkDescription } from './check-description.js';
import { mapping } from './description/devices.js';
import { failures } from './description/failures.js';
import { name, named, nothing, path } from './description/members.js';
import { parameters, values, type Parameter } from './parameters.js';
import { authentication } from './description/authentication.js';
import { request } from './description/requests.js';

/** An address, or one whose host is a parameter: `https://api.example/v1`, `http://{host}`. */
const baseUrl = z
  .string()
  .max(1024)
  .regex(
    /^https?:\/\/(\{[A-Za-z_]\w*\}|[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9a-fA-F:]+\](:\d{1,5})?)(\/[\w.~%/-]*)?$/,
    'Must be an http or https address, whose host may be a parameter, without user, query and fragment.',
  );

/** The description: how to send requests to the API, and what its responses mean. */
export const instance = z
  .strictObject({
    base_url: baseUrl.meta({
      title: 'Base address',
      description:
        'What all addresses of the API begin with; `{host}` in it is a parameter of the type host.',
      examples: ['https://api.example/v1', 'http://{host}'],
    }),
    parameters: parameters.default({}).meta({
      title: 'Parameters',
      description: 'What differs from client to client, by name.',
    }),
    authentication: authentication.default({ scheme: 'none' }).meta({
      title: 'Authentication',
      description: 'How every request authenticates itself.',
    }),
    certificate: z.enum(['public', 'first_use']).default('public').meta({
      title: 'Trusted certificates',
      description:
        'Whether the first certificate that the server shows is trusted, whoever signed it.',
    }),
    ca: certificate.optional().meta({
      title: 'Certificate of the authority',
      description: 'Certificate of the authority (PEM) that signed the certificate of the server.',
    }),
    failures: failures.meta({
      title: 'Failures',
      description:
        'What answers of all requests mean: by status, header or body, the first that fits.',
    }),
    nothing: nothing.meta({
      title: 'Values that mean nothing',
      description: 'Such as `--` and -999, in all answers; null also stands for what is missing.',
    }),
    requests: named(request, 20).meta({
      title: 'Requests',
      description: 'What a poll requests, by name.',
    }),
    devices: z.array(mapping).min(1).max(50).meta({
      title: 'Devices',
      description: 'Which entities in the answers are devices, and what their values mean.',
    }),
    identity: z
      .strictObject({ request: name, value: path })
      .optional()
      .meta({
        title: 'Identity',
        description:
          'Where an answer has an id that only this device has, such as a serial number: another device at the address ' +
          'is then not taken for it.',
      }),
    secrets: z
      .array(z.string().regex(/^[^\s\p{Cc}"'<>&=]{1,64}$/u, 'Must be a name.'))
      .max(32)
      .default([])
      .meta({
        title: 'Secrets',
        description:
          'Names of members, headers and parameters whose values are never shown, besides usual ones such as `token`.',
      }),
    confirm_after_ms: z
      .number()
      .int()
      .min(0)
      .max(50_000)
      .optional()
      .meta({
        title: 'Delay of the check',
        description:
          'How long the API takes to show what was written (ms): it is polled once, after that time. By default it is ' +
          'polled at once, and a few times in the next minute.',
      }),
    min_interval_ms: z.number().int().min(1000).default(1000).meta({
      title: 'Shortest poll interval',
      description: 'The shortest time between two polls that clients may configure (ms).',
    }),
  })
  .superRefine((description, context) => {
    checkDescription(description, (path, message) =>
      context.addIssue({ code: 'custom', path, message }),
    );
  });

export const client = z.strictObject({
  parameters: values.default({}).meta({
    title: 'Parameters',
    description: 'The values of the parameters that the instance declares, by name.',
  }),
  interval_ms: pollInterval(60_000),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;
export type Context = ConnectorContext<Instance, Client>;

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
