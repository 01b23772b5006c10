import { Problem, scopes } from '@trellis/contracts';
import { z } from 'zod';
import { mcpResource, mcpScopes } from '../access/mcp.js';
import { operation, type Operation } from '../operation.js';

const message = z.looseObject({ jsonrpc: z.literal('2.0') });
const answer = z.looseObject({ jsonrpc: z.literal('2.0') });
const refused = { description: 'The message was refused by the protocol', body: answer };

const metadataPath = '/.well-known/oauth-protected-resource/mcp';

export const mcpOperations: Operation[] = [
  operation.post('/mcp', {
    tag: 'Things',
    undocumented: 'it is described by the Model Context Protocol, whose messages it takes',
    id: 'receiveMcpMessage',
    summary: 'Take a message of an MCP client',
    description:
      'Takes one message of the Model Context Protocol (streamable HTTP without sessions).',
    access: {
      scope: 'any token',
      subject: 'optional',
      refusesOrigins: true,
      servesMcpClients: true,
      metadataPath,
    },
    input: { body: message },
    answer: {
      status: 200,
      body: answer,
      others: { 202: { description: 'A notification was taken' }, 400: refused, 404: refused },
    },
    limits: { onlyCalls: true },
    // Tools call operations, which leave entries of their own.
    audit: undefined,
    async handle({ body, ...request }) {
      // The library is loaded by the first agent, and by no gateway that none uses.
      const { serveMessage } = await import('./serve-message.js');
      return (await serveMessage({ body, ...request }, body)) as { status: 200; body: typeof body };
    },
  }),
  operation.get(metadataPath, {
    tag: 'Access tokens',
    undocumented: 'it is described by RFC 9728',
    id: 'getMcpMetadata',
    summary: 'Retrieve where MCP clients get access tokens',
    description:
      'Names the issuer of access tokens: this service, or the external one if that has an address.',
    access: { scope: 'public', servesMcpClients: true },
    answer: {
      status: 200,
      body: z.object({
        resource: z.url(),
        authorization_servers: z.array(z.url()),
        scopes_supported: z.array(z.string()),
        bearer_methods_supported: z.array(z.string()),
      }),
      problems: ['not_found'],
    },
    async handle({ hrefs, issuer, issueToken }) {
      const server = issueToken ? hrefs.base : issuer;
      if (server === undefined) throw new Problem('not_found', 'The issuer has no address.');
      return {
        body: {
          resource: mcpResource(hrefs.base),
          authorization_servers: [server],
          scopes_supported: issueToken ? [...mcpScopes] : Object.keys(scopes),
          bearer_methods_supported: ['header'],
        },
      };
    },
  }),
];
