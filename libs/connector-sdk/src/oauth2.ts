import type { ConnectorContext } from './context.js';

/** The endpoints of an authorization server (RFC 8414, section 2). */
export interface AuthorizationServer {
  issuer: string;
  /** Left out where end users enter a code instead. */
  authorization_endpoint?: string | undefined;
  /** Where codes are issued that end users enter at the vendor (RFC 8628), without `authorization_endpoint`. */
  device_authorization_endpoint?: string | undefined;
  token_endpoint: string;
  /** The form of requests to the token endpoint, that of the standard by default. */
  token_request?: 'form' | 'json' | undefined;
  /** Where the grant of a deleted client is revoked (RFC 7009). */
  revocation_endpoint?: string | undefined;
  /** Whether authorization responses without `iss` are refused (RFC 9207). */
  authorization_response_iss_parameter_supported?: boolean | undefined;
}

/** The registration of the application at the authorization server. */
export interface OAuth2Application {
  client_id: string;
  client_secret?: string | undefined;
  /** How it authenticates at the token endpoint (RFC 7591, section 2); by default as the connector declares. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | undefined;
}

/**
 * How end users authorize a connector, which the runtime implements: authorization code (RFC 6749, 4.1) with PKCE, or
 * device code (RFC 8628).
 */
export interface OAuth2<Instance, Client> {
  /** Returns whether the clients of an instance are authorized this way; by default always. */
  applies?(instance: Instance): boolean;
  /** Returns the authorization server; an instance may configure another one than the vendor's. */
  server(instance: Instance): AuthorizationServer;
  application(instance: Instance): OAuth2Application;
  scopes(client: Client, instance: Instance): string[];
  /** Returns the address of the app to which the browser is redirected at the end; a device code needs none. */
  returnTo(instance: Instance): string | undefined;
  /**
   * Returns an id of the vendor account that the access token belongs to. It stays the same for as long as the
   * account exists. Undefined when the vendor does not say; throws as `poll` does. Left out where token responses
   * have an ID token (OpenID Connect Core 1.0, section 2), whose `sub` is used.
   */
  account?(context: ConnectorContext<Instance, Client>): Promise<string | undefined>;
  /** How the application authenticates at the token endpoint. Default `client_secret_basic`. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  authorizationParameters?: Record<string, string>;
}
