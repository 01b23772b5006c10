import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import { oauthError } from '../access/oauth-error.js';
import { operation, type Operation } from '../operation.js';
import { agentOfToken } from './tokens.js';
import { digestOf } from './request.js';

const parameter = z.string().optional().catch(undefined);

const revocation = z.looseObject({ token: parameter, client_id: parameter });

/** Access tokens are JSON Web Tokens, which nobody stores. */
const accessToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export const revocationOperations: Operation[] = [
  operation.post('/oauth2/revoke', {
    tag: 'Access tokens',
    undocumented: 'it is described by RFC 7009',
    id: 'revokeMcpToken',
    summary: 'Revoke the token of an MCP client',
    description: 'Ends the authorization of an MCP client by its refresh token (RFC 7009).',
    access: { scope: 'public', servesMcpClients: true },
    input: { form: true, body: revocation },
    answer: { status: 200, problems: ['not_found', 'invalid_request', 'invalid_client'] },
    audit: { resource: 'mcp_client' },
    async handle({ accounts, sealing, issueToken, identify, countAttempt, body }) {
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      const { token, client_id } = body;
      if (token === undefined) throw oauthError('invalid_request', 'There must be one token.');
      if (!client_id) throw oauthError('invalid_client', 'There must be one client_id.');
      await countAttempt(client_id);
      if (accessToken.test(token)) throw oauthError('unsupported_token_type');
      const id = agentOfToken(sealing, token);
      // The app cannot do anything about a token that is not valid (RFC 7009, section 2.2).
      if (id === undefined) return;
      const client = digestOf(client_id);
      const { revoked } = await accounts('mcp_clients.revoke', { id, client }).catch(
        (error: unknown) => {
          const isOther = error instanceof Problem && error.code === 'invalid_client';
          throw isOther ? oauthError('invalid_client', error.message) : error;
        },
      );
      if (!revoked) return;
      const { environment, email } = revoked;
      identify({ developer: environment, actor: { type: 'person', id: email } });
    },
  }),
];
