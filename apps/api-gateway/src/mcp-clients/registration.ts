import { mcpClientName, Problem } from '@trellis/contracts';
import { z } from 'zod';
import { oauthError } from '../access/oauth-error.js';
import { operation, type Operation } from '../operation.js';
import { clientBinding, describedClient, type DescribedClient } from './client.js';

/** Members that limit what a client does (RFC 7591, section 2); others are ignored. */
const flows = z.object({
  grant_types: z
    .array(z.string())
    .max(10)
    .refine((types) => types.includes('authorization_code'))
    .optional(),
  response_types: z
    .array(z.string())
    .max(10)
    .refine((types) => types.includes('code'))
    .optional(),
});

const registered = z.looseObject({ client_id: z.string() });

export const registrationOperations: Operation[] = [
  operation.post('/oauth2/register', {
    tag: 'Access tokens',
    undocumented: 'it is described by RFC 7591',
    id: 'registerMcpClient',
    summary: 'Register an MCP client',
    description:
      'Dynamic client registration (RFC 7591) without storage: the client id contains the description.',
    access: { scope: 'public', servesMcpClients: true },
    input: { body: z.looseObject({}) },
    answer: { status: 201, body: registered, problems: ['not_found', 'invalid_request'] },
    audit: undefined,
    async handle({ sealing, issueToken, body, countAttempt }) {
      if (!issueToken) throw new Problem('not_found', 'Register the app at the external issuer.');
      await countAttempt('registration');
      const client = readClient(body);
      return {
        body: {
          client_id: sealing.seal(clientBinding, client),
          client_id_issued_at: Math.floor(Date.now() / 1000),
          client_name: client.name,
          redirect_uris: client.redirect_uris,
          // A program on the computer of a person can keep no secret, even if it requests one.
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];

/** Reads the description of an app; throws the errors of RFC 7591, section 3.2.2. */
function readClient(body: Record<string, unknown>): DescribedClient {
  const uris = describedClient.shape.redirect_uris.safeParse(body.redirect_uris);
  if (!uris.success) throw oauthError('invalid_redirect_uri');
  const name = mcpClientName.safeParse(body.client_name ?? new URL(uris.data[0]!).host);
  if (!name.success || !flows.safeParse(body).success) throw oauthError('invalid_client_metadata');
  return { name: name.data, redirect_uris: uris.data };
}
