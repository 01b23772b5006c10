import { createHash } from 'node:crypto';
import { type MemberRole, Problem, roles, scopes, withImplied } from '@trellis/contracts';
import { invalidMember } from '@trellis/operations';
import { z } from 'zod';
import { mcpResource, mcpScopes } from '../access/mcp.js';
import type { OperationRequest } from '../operation.js';
import { isRegistered } from './redirect-uri.js';
import type { DescribedClient } from './client.js';

/** The parameters of an authorization request (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 8707). */
export const authorizationRequest = {
  response_type: z.literal('code').describe('`code`.'),
  client_id: z.string().max(4096).describe('That of the app.'),
  redirect_uri: z.string().max(500).describe('An address that the app has registered.'),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/, 'Must be a SHA-256 in base64url.')
    .describe('The SHA-256 (base64url) of the verifier.'),
  code_challenge_method: z.literal('S256').describe('`S256`.'),
  state: z.string().max(2048).optional().describe('Sent back with the answer.'),
  scope: z
    .string()
    .max(2048)
    .optional()
    .describe('The scopes that the app wants; those of the tools by default.'),
  resource: z.string().max(2048).optional().describe('The address of `/mcp`, if any.'),
};
export type AuthorizationRequest = z.output<z.ZodObject<typeof authorizationRequest>>;

type Needs = Pick<OperationRequest, 'readMcpClient' | 'countAttempt' | 'hrefs' | 'issueToken'>;

/** Returns the app of an authorization request, and the scopes that it wants; throws `invalid_request`. */
export async function readRequest(
  { readMcpClient, countAttempt, hrefs, issueToken }: Needs,
  { client_id, redirect_uri, scope = '', resource }: AuthorizationRequest,
): Promise<{ client: DescribedClient; wanted: string[] }> {
  if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
  await countAttempt('authorization');
  const client = await readMcpClient(client_id);
  // Nobody is sent to an address that the app has not registered, not even with an error.
  if (!isRegistered(redirect_uri, client.redirect_uris)) {
    const detail = 'The app has not registered this address.';
    throw invalidMember('/redirect_uri', detail, detail);
  }
  requireResource(resource, hrefs.base);
  const known = scope.split(' ').filter((one) => one in scopes);
  return { client, wanted: known.length > 0 ? known : [...mcpScopes] };
}

/** Throws for another resource than that of MCP clients (RFC 8707, section 2); a missing one is that. */
export function requireResource(
  resource: string | undefined,
  base: string,
  refuse = (detail: string): Problem => invalidMember('/resource', detail, detail),
): void {
  if (resource === undefined || resource.replace(/\/$/, '') === mcpResource(base)) return;
  throw refuse(`There are access tokens for ${mcpResource(base)} alone.`);
}

/** Returns the scopes that a person of a role can pass on. */
export function passedOn(role: MemberRole, wanted: readonly string[]): string[] {
  const own = withImplied(roles[role].scopes);
  return wanted.filter((scope) => own.includes(scope));
}

export const digestOf = (clientId: string): string =>
  createHash('sha256').update(clientId).digest('hex');

/** Returns the address of the app with an answer (RFC 6749, section 4.1.2; RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  base: string,
  answer: { code: string } | { error: 'access_denied' },
): string {
  const url = new URL(redirect_uri);
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: base };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}
