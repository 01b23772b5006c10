import type { GatewayConfiguration } from '../configuration.js';

/** The ways to sign in to the console, which it reads from `/console/settings.json`. */
export interface ConsoleSettings {
  /** Whether the gateway issues access tokens to registered apps. */
  client_credentials: boolean;
  openid?: {
    issuer: string;
    client_id: string;
    scope: string;
    /** Further parameters of requests for access tokens. */
    parameters: Record<string, string>;
  };
}

export interface ConsoleOptions {
  settings: ConsoleSettings;
  /** The origins of the external issuer, to which the console may send requests. */
  connectsTo: string[];
}

export function consoleOptions(configuration: GatewayConfiguration): ConsoleOptions {
  const {
    JWT_SECRET,
    JWT_ISSUER,
    JWT_AUDIENCE: audience,
    CONSOLE_OPENID_CLIENT_ID: client_id,
    CONSOLE_OPENID_ISSUER: issuer = JWT_ISSUER,
    CONSOLE_OPENID_SCOPE: scope,
    CONSOLE_OPENID_AUDIENCE_PARAMETER: parameter,
    CONSOLE_OPENID_ORIGINS: origins,
  } = configuration;
  const client_credentials = JWT_SECRET !== undefined;
  if (client_id === undefined || issuer === undefined) {
    return { settings: { client_credentials }, connectsTo: [] };
  }
  const parameters =
    audience === undefined || parameter === 'none' ? {} : { [parameter]: audience };
  return {
    settings: { client_credentials, openid: { issuer, client_id, scope, parameters } },
    connectsTo: [...new Set([new URL(issuer).origin, ...origins])],
  };
}
