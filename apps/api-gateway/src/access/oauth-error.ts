import { Problem, type ProblemExtras } from '@trellis/contracts';

type OAuthError = NonNullable<ProblemExtras['oauth']>;

const details: Record<OAuthError, string> = {
  invalid_request: 'There must be one grant_type.',
  invalid_client: 'The app is unknown or its secret is wrong.',
  invalid_grant: 'The authorization has ended, or was used before: authorize the app again.',
  invalid_scope: 'The app does not have all of these scopes.',
  invalid_target: 'Tokens of MCP clients are for the address of the Model Context Protocol alone.',
  invalid_redirect_uri: 'A redirect URI is an https address, or http at a loopback address.',
  invalid_client_metadata: 'The description of the app is not valid.',
  unsupported_grant_type:
    'The grant type must be client_credentials, authorization_code or refresh_token.',
  unsupported_token_type: 'Access tokens end by themselves; revoke the refresh token.',
};

/** Returns an error of RFC 6749 (section 5.2) or of its extensions that is a problem of RFC 9457, too. */
export function oauthError(
  oauth: OAuthError,
  detail: string = details[oauth],
  member?: string,
): Problem {
  const code = oauth === 'invalid_client' ? oauth : 'invalid_request';
  if (member === undefined) return new Problem(code, detail, { oauth });
  const errors = [{ pointer: `/${member}`, detail }];
  return new Problem(code, `${member}: ${detail}`, { oauth, errors });
}
