import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';
import { mcpScopes } from '../access/mcp.js';

/** How MCP clients find the way to get access tokens, without an external issuer. */
export const mcpMetadataOperations: Operation[] = [
  operation.get('/.well-known/oauth-authorization-server', {
    tag: 'Access tokens',
    undocumented: 'it is described by RFC 8414',
    id: 'getAuthorizationServer',
    summary: 'Retrieve how access tokens are issued',
    description: 'With an external issuer it is not found.',
    access: { scope: 'public', servesMcpClients: true },
    answer: {
      status: 200,
      body: z.looseObject({ issuer: z.url() }),
      isConstant: true,
      problems: ['not_found'],
    },
    async handle({ hrefs: { base }, issueToken }) {
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      return { body: metadataOf(base) };
    },
  }),
];

const metadataOf = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/console/authorize`,
  token_endpoint: `${base}/oauth2/token`,
  registration_endpoint: `${base}/oauth2/register`,
  client_id_metadata_document_supported: true,
  revocation_endpoint: `${base}/oauth2/revoke`,
  revocation_endpoint_auth_methods_supported: ['none'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  // Apps of developers have a secret, MCP clients of people have none.
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: mcpScopes,
  authorization_response_iss_parameter_supported: true,
});
