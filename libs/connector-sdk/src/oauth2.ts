/** The addresses of an authorization server (RFC 8414, section 2). */
export interface AuthorizationServer {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  /** Where a grant is given back when its client is removed (RFC 7009). */
  revocation_endpoint?: string | undefined;
}

/** The application as the authorization server knows it. */
export interface OAuth2Application {
  client_id: string;
  client_secret?: string | undefined;
}

/**
 * How end users authorize a connector: authorization code (RFC 6749, section 4.1) with PKCE
 * (RFC 7636). It is data; the runtime has the one flow there is: state, callback, refresh.
 */
export interface OAuth2<Instance, Client> {
  /** Where the server is; an instance may override what the vendor publishes. */
  server(instance: Instance): AuthorizationServer;
  application(instance: Instance): OAuth2Application;
  /** The scopes to ask for. */
  scopes(client: Client): string[];
  /** The address of the app to which the browser goes in the end. */
  returnTo(instance: Instance): string;
  /** How the application proves itself at the token endpoint. Default `client_secret_basic`. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /** What else the authorization endpoint wants to be told. */
  authorizationParameters?: Record<string, string>;
  quirks?: {
    /** The token endpoint answers `scope` as an array, not as a text. */
    scopeIsArray?: boolean;
  };
}
