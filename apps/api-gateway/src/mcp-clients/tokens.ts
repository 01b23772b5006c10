import { createHash } from 'node:crypto';
import { Problem } from '@trellis/contracts';
import type { Binding } from '@trellis/sealing';
import { z } from 'zod';
import { oauthError } from '../access/oauth-error.js';
import type { OperationRequest } from '../operation.js';
import { tokenSeconds } from '../access/person-session.js';
import { mcpResource } from '../access/mcp.js';
import { isDocumentAddress, openClientId } from './client.js';
import { digestOf, passedOn, requireResource } from './request.js';

/** Purposes of the texts that MCP clients exchange for access tokens. */
export const codeBinding = { purpose: 'mcp-code' } as const;
const refreshBinding = { purpose: 'mcp-refresh-token' } as const;

const agentCode = z.object({
  agent: z.uuid(),
  redirect_uri: z.string(),
  /** The SHA-256 (base64url) of the verifier (RFC 7636). */
  challenge: z.string(),
});
const refreshToken = z.object({ agent: z.uuid(), generation: z.number().int().min(1) });

/** The parameters of a token request that an MCP client sends, as far as they were sent. */
export interface AgentTokenRequest {
  client_id?: string | undefined;
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  resource?: string | undefined;
  scope?: string | undefined;
}

type Request = Pick<
  OperationRequest,
  'accounts' | 'sealing' | 'hrefs' | 'identify' | 'countAttempt' | 'issueToken'
>;

/** Exchanges an authorization code for tokens (RFC 6749, section 4.1.3, with RFC 7636). */
export async function redeemCode(request: Request, given: AgentTokenRequest) {
  const { code, code_verifier: verifier, redirect_uri: uri } = given;
  if (code === undefined || verifier === undefined) {
    throw oauthError('invalid_request', 'There must be one code and one code_verifier.');
  }
  const { agent, redirect_uri, challenge } = open(request, given, {
    binding: codeBinding,
    schema: agentCode,
    text: code,
  });
  const isVerified = createHash('sha256').update(verifier).digest('base64url') === challenge;
  if (!isVerified || (uri !== undefined && uri !== redirect_uri)) throw oauthError('invalid_grant');
  const issued = await issue(request, given, { agent, generation: 0 });
  const { environment, person } = issued.redeemed;
  request.identify({ developer: environment, actor: { type: 'person', id: person.email } });
  return issued.tokens;
}

/** Exchanges a refresh token for the next one (RFC 6749, section 6). */
export async function refresh(request: Request, given: AgentTokenRequest) {
  const { refresh_token: token } = given;
  if (token === undefined) throw oauthError('invalid_request', 'There must be one refresh_token.');
  const sent = { binding: refreshBinding, schema: refreshToken, text: token };
  return (await issue(request, given, open(request, given, sent))).tokens;
}

/** Returns the id of the agent to which a refresh token belongs; undefined for any other text. */
export function agentOfToken(sealing: Request['sealing'], token: string): string | undefined {
  try {
    return refreshToken.parse(sealing.open(refreshBinding, token)).agent;
  } catch {
    return undefined;
  }
}

interface Sealed<T> {
  binding: Binding;
  schema: z.ZodType<T>;
  text: string;
}

function open<T>(
  { sealing }: Pick<Request, 'sealing'>,
  given: AgentTokenRequest,
  { binding, schema, text }: Sealed<T>,
): T {
  try {
    return schema.parse(sealing.open(binding, text));
  } catch {
    throw refusal({ sealing }, given);
  }
}

/**
 * Returns the problem of a code or token that is worth nothing. An app whose client id cannot be read any more, as after
 * a rotation of keys, registers again when it is told that (RFC 6749, section 5.2).
 */
const refusal = (
  { sealing }: Pick<Request, 'sealing'>,
  { client_id = '' }: AgentTokenRequest,
): Problem =>
  isDocumentAddress(client_id) || openClientId(sealing, client_id)
    ? oauthError('invalid_grant')
    : oauthError('invalid_client', 'The app has to register again.');

/** Problems with which an authorization is worth nothing until the person authorizes the app again. */
const ending: readonly string[] = ['invalid_client', 'two_factor_needed'];

async function issue(
  { accounts, sealing, hrefs, identify, countAttempt, issueToken }: Request,
  { client_id, resource, scope }: AgentTokenRequest,
  { agent, generation }: { agent: string; generation: number },
) {
  if (!client_id) throw oauthError('invalid_client', 'There must be one client_id.');
  await countAttempt(client_id);
  requireResource(resource, hrefs.base, (detail) => oauthError('invalid_target', detail));
  const client = digestOf(client_id);
  const redeemed = await accounts('mcp_clients.redeem', { id: agent, client, generation }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || !ending.includes(error.code)) throw error;
      const { developer } = error.extras;
      if (developer !== undefined) identify({ developer, actor: { type: 'app', id: agent } });
      throw refusal({ sealing }, { client_id });
    },
  );
  const { name, environment, role, person } = redeemed;
  const granted = passedOn(role, redeemed.scopes);
  const wanted = scope?.split(' ').filter(Boolean) ?? granted;
  const scopes = granted.filter((one) => wanted.includes(one)).join(' ');
  if (scopes === '') throw oauthError('invalid_scope');
  const act = { sub: person.id, email: person.email };
  const claims = { sub: environment, azp: `MCP client ${name}`, scope: scopes, act };
  const tokens = {
    access_token: issueToken!({ ...claims, aud: mcpResource(hrefs.base) }, tokenSeconds),
    token_type: 'Bearer' as const,
    expires_in: tokenSeconds,
    scope: scopes,
    refresh_token: sealing.seal(refreshBinding, { agent, generation: redeemed.generation }),
  };
  return { redeemed, tokens };
}
