import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

/** A parameter that is repeated counts as absent (RFC 6749, section 3.2). */
const once = z.string().optional().catch(undefined);

const tokenRequest = z
  .object({
    grant_type: once,
    client_id: once,
    client_secret: once,
    scope: once.meta({ description: 'Fewer scopes than the app has.' }),
  })
  .meta({
    id: 'TokenRequest',
    example: { grant_type: 'client_credentials', client_id: 'demo', client_secret: '…' },
  });

const token = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().meta({ description: 'Seconds.' }),
  scope: z.string(),
});

export const tokenOperations: Operation[] = [
  operation({
    tag: 'Access tokens',
    access: 'public',
    method: 'post',
    path: '/oauth2/token',
    summary: 'Get an access token',
    description:
      'Client credentials grant (RFC 6749, section 4.4) for registered apps, by HTTP Basic or in ' +
      'the form. Errors have the members of RFC 6749, section 5.2, too.',
    form: true,
    body: tokenRequest,
    status: 200,
    answer: token,
    problems: ['invalid_client'],
    async handle({ connectors, sealing, issueToken, body, header }) {
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      if (!body.grant_type) throw refusal('invalid_request');
      if (body.grant_type !== 'client_credentials') throw refusal('unsupported_grant_type');
      const { client_id, client_secret } = basicCredentials(header('Authorization')) ?? body;
      if (!client_id || client_secret === undefined) throw refusal('invalid_client');
      const app = await connectors('apps.authenticate', {
        client_id,
        client_secret: sealing.seal(client_secret),
      }).catch((error: unknown) => {
        const unknown = error instanceof Problem && error.code === 'invalid_client';
        throw unknown ? refusal('invalid_client') : error;
      });
      const asked = body.scope?.split(' ').filter(Boolean) ?? [];
      const scopes = asked.length > 0 ? asked : app.scopes;
      if (!scopes.every((one) => app.scopes.includes(one))) throw refusal('invalid_scope');
      const scope = scopes.join(' ');
      const issued = issueToken({ sub: app.developer, azp: client_id, scope });
      return {
        body: { ...issued, token_type: 'Bearer', scope },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];

const refusals = {
  invalid_request: 'There must be one grant_type.',
  invalid_client: 'The app is unknown or its secret is wrong.',
  invalid_scope: 'The app does not have all of these scopes.',
  unsupported_grant_type: 'The grant type must be client_credentials.',
} as const;

/** An error as RFC 6749 wants it, which is also a problem as RFC 9457 does. */
function refusal(oauth: keyof typeof refusals): Problem {
  const code = oauth === 'invalid_client' ? oauth : 'invalid_request';
  return new Problem(code, refusals[oauth], { oauth });
}

/** The credentials of HTTP Basic, form-encoded within (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string | undefined) {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { client_id: formDecode(id ?? ''), client_secret: formDecode(secret.join(':')) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
