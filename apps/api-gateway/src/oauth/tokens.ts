import basicAuth from 'basic-auth';
import { Problem, subjectId, withImplied } from '@trellis/contracts';
import type { IdForms } from '@trellis/operations';
import { z } from 'zod';
import { redeemCode, refresh } from '../mcp-clients/tokens.js';
import { oauthError } from '../access/oauth-error.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';

/** A repeated parameter counts as missing (RFC 6749, section 3.2). */
const parameter = z.string().optional().catch(undefined);

const tokenRequest = z
  .looseObject({
    grant_type: parameter.describe(
      '`client_credentials`; MCP clients of people send `authorization_code` or `refresh_token`.',
    ),
    client_id: parameter,
    client_secret: parameter.meta({ format: 'password', writeOnly: true }),
    scope: parameter.describe('Fewer scopes than the app has.'),
    // A repeated one must not count as missing: the token would act for the whole account.
    external_subject_id: z.unknown().optional().meta({
      type: 'string',
      description:
        'An end user for whom alone the token acts, as for a page in a browser; needs `scope`.',
    }),
    expires_in: parameter.describe(
      'Seconds, at most 3600; by default 3600, or 900 with `external_subject_id`.',
    ),
    code: parameter,
    code_verifier: parameter.meta({ format: 'password', writeOnly: true }),
    redirect_uri: parameter,
    refresh_token: parameter.meta({ format: 'password', writeOnly: true }),
    resource: parameter.describe('The resource for which an MCP client gets a token (RFC 8707).'),
  })
  .meta({
    id: 'TokenRequest',
    example: { grant_type: 'client_credentials', client_id: 'demo', client_secret: '…' },
  });

const tokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().describe('Seconds.'),
    scope: z.string().describe('The scopes of the token, separated by spaces.'),
    refresh_token: z.string().optional().describe('The next one of an MCP client.'),
    client_secret: z
      .string()
      .optional()
      .describe('The secret of the app, if a code that signs in once was given in its place.'),
  })
  .meta({ id: 'AccessToken' });

export const tokenOperations: Operation[] = [
  operation.post('/oauth2/token', {
    tag: 'Access tokens',
    id: 'createAccessToken',
    summary: 'Create access token',
    description:
      'Client credentials grant (RFC 6749, section 4.4) for registered apps, by HTTP Basic or in ' +
      'the form. With `external_subject_id`, the token acts for one end user alone. MCP clients of people exchange codes and ' +
      'refresh tokens. Errors also have the members of RFC 6749, section 5.2. Attempts have limits of their own, by ' +
      'address and by app.',
    access: { scope: 'public', servesMcpClients: true },
    input: { form: true, body: tokenRequest },
    answer: {
      status: 200,
      body: tokenResponse,
      problems: ['not_found', 'unavailable', ...problemsOf('apps.authenticate')],
    },
    audit: { resource: 'access_token' },
    async handle(request) {
      const { issueToken, body, queue } = request;
      refuseMisspelt(Object.keys(body));
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      requireRightClock(queue.clock);
      if (!body.grant_type) throw oauthError('invalid_request');
      const grant = Object.hasOwn(grants, body.grant_type) && grants[body.grant_type];
      if (!grant) throw oauthError('unsupported_grant_type');
      return { body: await grant(request, body), headers: { 'Cache-Control': 'no-store' } };
    },
  }),
];

type TokenRequest = z.output<typeof tokenRequest>;

type Grant = (
  request: OperationRequest,
  body: TokenRequest,
) => Promise<z.output<typeof tokenResponse>>;

const grants: Record<string, Grant> = {
  client_credentials: grantToApp,
  authorization_code: redeemCode,
  refresh_token: refresh,
};

async function grantToApp(
  { connectors, sealing, issueToken, header, idForms, countAttempt, identify }: OperationRequest,
  body: TokenRequest,
): Promise<z.output<typeof tokenResponse>> {
  const { client_id, client_secret } = basicCredentials(header('Authorization')) ?? body;
  if (!client_id || client_secret === undefined) throw oauthError('invalid_client');
  await countAttempt(client_id);
  const actor = { type: 'app', id: client_id } as const;
  const binding = { purpose: 'app-secret', id: client_id } as const;
  const app = await connectors('apps.authenticate', {
    client_id,
    client_secret: sealing.seal(binding, client_secret),
  }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'invalid_client') throw error;
    const { developer } = error.extras;
    if (developer !== undefined) identify({ developer, actor });
    throw oauthError('invalid_client');
  });
  const { developer, client_secret: redeemed } = app;
  const bound = boundTo(body.external_subject_id, idForms);
  identify({ developer, actor, ...(bound && { subject: bound.external_subject_id }) });
  if (bound && !body.scope?.trim())
    throw oauthError('invalid_scope', 'A token of an end user has a scope.');
  const scope = grantedScopes(body.scope, app.scopes).join(' ');
  const expires_in = lifetimeSeconds(body.expires_in, bound ? 900 : maxLifetimeSeconds);
  const token = issueToken!({ sub: developer, azp: client_id, scope, ...bound }, expires_in);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in,
    scope,
    ...(redeemed && { client_secret: String(sealing.open(binding, redeemed)) }),
  };
}

/** The clock of the gateway decides when its tokens expire. */
function requireRightClock({ isRight, skewMs }: OperationRequest['queue']['clock']): void {
  if (isRight()) return;
  const seconds = Math.round(Math.abs(skewMs()) / 1_000);
  const direction = skewMs() > 0 ? 'ahead of' : 'behind';
  throw new Problem(
    'unavailable',
    `The clock of the gateway is ${seconds} seconds ${direction} that of the message queue.`,
  );
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Refuses a parameter that is meant to be a known one, such as `external_subject_id[]`: without it, a token would act
 * for the whole account or have all scopes. Others are ignored (RFC 6749, section 3.2).
 */
function refuseMisspelt(names: string[]): void {
  const known = Object.keys(tokenRequest.shape);
  for (const name of names) {
    if (known.includes(name)) continue;
    const letters = lettersOf(name);
    const meant = letters.startsWith('external')
      ? 'external_subject_id'
      : known.find((each) => letters.startsWith(lettersOf(each)));
    if (meant) throw oauthError('invalid_request', `Is not a parameter; ${meant} is.`, name);
  }
}

const maxLifetimeSeconds = 3_600;

function lifetimeSeconds(requested: string | undefined, byDefault: number): number {
  if (requested === undefined) return byDefault;
  const seconds = /^\d{1,4}$/.test(requested) ? Number(requested) : 0;
  if (seconds >= 1 && seconds <= maxLifetimeSeconds) return seconds;
  throw oauthError('invalid_request', `Must be 1 to ${maxLifetimeSeconds} seconds.`, 'expires_in');
}

function boundTo(given: unknown, forms: IdForms): { external_subject_id: string } | undefined {
  if (given === undefined) return undefined;
  const subject = typeof given === 'string' ? forms.subject(given).trim() : given;
  const { success, data, error } = subjectId.safeParse(subject);
  if (success) return { external_subject_id: data };
  throw oauthError('invalid_request', error.issues[0]!.message, 'external_subject_id');
}

/** Returns all scopes of the app, or those requested if it has them or others that include them. */
function grantedScopes(requested: string | undefined, allowed: string[]): string[] {
  const scopes = requested?.split(' ').filter(Boolean) ?? [];
  if (!scopes.every((scope) => withImplied(allowed).includes(scope)))
    throw oauthError('invalid_scope');
  return scopes.length > 0 ? scopes : allowed;
}

/** Returns the credentials of HTTP Basic, which are form-encoded inside (RFC 6749, section 2.3.1). */
function basicCredentials(authorization = '') {
  const credentials = basicAuth.parse(authorization);
  if (!credentials) return undefined;
  return { client_id: formDecode(credentials.name), client_secret: formDecode(credentials.pass) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
