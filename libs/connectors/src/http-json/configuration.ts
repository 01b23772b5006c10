import { certificate, pollInterval, type ConnectorContext } from '@trellis/connector-sdk';
import { z } from 'zod';
import { checkDescription } from './check-description.js';
import { mapping } from './description/devices.js';
import { named } from './description/members.js';
import { parameters, values } from './description/parameters.js';
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
    requests: named(request, 20).meta({
      title: 'Requests',
      description: 'What a poll requests, by name.',
    }),
    devices: z.array(mapping).min(1).max(50).meta({
      title: 'Devices',
      description: 'Which entities in the answers are devices, and what their values mean.',
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
