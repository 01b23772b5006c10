import { Provider, type Configuration } from 'oidc-provider';

/** Creates an authorization server without its warnings about features that are only for development. */
export function newProvider(issuer: string, given: Configuration): Provider {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('development-only')) warn(...said);
  };
  try {
    return new Provider(issuer, given);
  } finally {
    console.warn = warn;
  }
}
