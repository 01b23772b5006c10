import { connectorsContract, Problem } from '@trellis/contracts';
import basicAuth from 'basic-auth';
import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

/** A repeated parameter counts as missing (RFC 6749, section 3.2). */
const parameter = z.string().optional().catch(undefined);

const tokenRequest = z
  .object({
    grant_type: parameter.meta({ description: '`client_credentials`.' }),
    client_id: parameter,
    client_secret: parameter.meta({ format: 'password', writeOnly: true }),
    scope: parameter.meta({ description: 'Fewer scopes than the app has.' }),
  })
  .meta({
    id: 'TokenRequest',
    example: { grant_type: 'client_credentials', client_id: 'demo', client_secret: '…' },
  });

const tokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().meta({ description: 'Seconds.' }),
    scope: z.string().meta({ description: 'The scopes of the token, separated by spaces.' }),
  })
  .meta({ id: 'AccessToken' });

export const tokenOperations: Operation[] = [
  operation({
    tag: 'Access tokens',
    access: 'public',
    method: 'post',
    path: '/oauth2/token',
    id: 'createAccessToken',
    summary: 'Create access token',
    description:
      'Client credentials grant (RFC 6749, section 4.4) for registered apps, by HTTP Basic or in ' +
      'the form. Errors also have the members of RFC 6749, section 5.2. Attempts have limits of their ' +
      'own, by address and by app.',
    form: true,
    body: tokenRequest,
    status: 200,
    answer: tokenResponse,
    problems: ['not_found', ...connectorsContract.calls['apps.authenticate'].problems],
    async handle({ connectors, sealing, issueToken, body, header, countAttempt, identify }) {
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      if (!body.grant_type) throw tokenError('invalid_request');
      if (body.grant_type !== 'client_credentials') throw tokenError('unsupported_grant_type');
      const { client_id, client_secret } = basicCredentials(header('Authorization')) ?? body;
      if (!client_id || client_secret === undefined) throw tokenError('invalid_client');
      await countAttempt(client_id);
      const actor = { type: 'app', id: client_id } as const;
      const app = await connectors('apps.authenticate', {
        client_id,
        client_secret: sealing.seal({ purpose: 'app-secret', id: client_id }, client_secret),
      }).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid_client') throw error;
        const { developer } = error.extras;
        if (developer !== undefined) identify({ developer, actor });
        throw tokenError('invalid_client');
      });
      identify({ developer: app.developer, actor });
      const scope = grantedScopes(body.scope, app.scopes).join(' ');
      const token = issueToken({ sub: app.developer, azp: client_id, scope });
      return {
        body: { ...token, token_type: 'Bearer' as const, scope },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];

/** All scopes of the app, or those requested if the app has them. */
function grantedScopes(requested: string | undefined, allowed: string[]): string[] {
  const scopes = requested?.split(' ').filter(Boolean) ?? [];
  if (!scopes.every((scope) => allowed.includes(scope))) throw tokenError('invalid_scope');
  return scopes.length > 0 ? scopes : allowed;
}

const errorDetails = {
  invalid_request: 'There must be one grant_type.',
  invalid_client: 'The app is unknown or its secret is wrong.',
  invalid_scope: 'The app does not have all of these scopes.',
  unsupported_grant_type: 'The grant type must be client_credentials.',
} as const;

/** An error of RFC 6749 (section 5.2) that is a problem of RFC 9457, too. */
function tokenError(oauth: keyof typeof errorDetails): Problem {
  const code = oauth === 'invalid_client' ? oauth : 'invalid_request';
  return new Problem(code, errorDetails[oauth], { oauth });
}

/** The credentials of HTTP Basic, which are form-encoded inside (RFC 6749, section 2.3.1). */
function basicCredentials(authorization = '') {
  const credentials = basicAuth.parse(authorization);
  if (!credentials) return undefined;
  return {
    client_id: formDecode(credentials.name),
    client_secret: formDecode(credentials.pass),
  };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
