import type { OAuth2 } from '@trellis/connector-sdk';
import type { Client, Instance } from './configuration.js';
import type { Authentication, OAuth2Authentication } from './description/authentication.js';

/** The authentication of a description whose end users authorize the app. */
export type AuthorizationCode = OAuth2Authentication &
  Required<Pick<OAuth2Authentication, 'authorization_endpoint' | 'origin_callback_uri'>>;

/** Returns whether each end user authorizes the app, so that the runtime has the tokens. */
export const isAuthorizationCode = (
  authentication: Authentication,
): authentication is AuthorizationCode =>
  authentication.scheme === 'oauth2' && authentication.grant === 'authorization_code';

function required({ authentication }: Instance): AuthorizationCode {
  if (isAuthorizationCode(authentication)) return authentication;
  throw new Error('The clients of this instance are not authorized by end users.');
}

/** How end users authorize the clients of an instance whose description says that they do. */
export const oauth2: OAuth2<Instance, Client> = {
  applies: ({ authentication }) => isAuthorizationCode(authentication),
  server(instance) {
    const given = required(instance);
    const { authorization_endpoint, token_endpoint, revocation_endpoint } = given;
    const { issuer = new URL(authorization_endpoint).origin } = given;
    return { issuer, authorization_endpoint, token_endpoint, revocation_endpoint };
  },
  application(instance) {
    const { client_id, client_secret, token_endpoint_auth_method } = required(instance);
    return { client_id, client_secret, token_endpoint_auth_method };
  },
  scopes: (_client, instance) => required(instance).scopes,
  returnTo: (instance) => required(instance).origin_callback_uri,
  quirks: { scopeIsArray: true },
};
