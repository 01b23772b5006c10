import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { quietProvider } from '../console/issuer.js';

/** The client secret of Trellis at the provider. */
export const clientSecret = 'a secret of the client, of some length';

interface ProviderOptions {
  port: number;
  gateway: string;
}

/**
 * An OpenID provider (oidc-provider) at which Trellis is a confidential client. The address of a person is its login; that
 * of `unverified@…` is not verified.
 */
export async function startProvider({ port, gateway }: ProviderOptions): Promise<() => void> {
  const provider = quietProvider(`http://localhost:${port}`, configuration(gateway));
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response)).listen(port);
  await once(server, 'listening');
  return () => server.close();
}

function configuration(gateway: string): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [
      {
        client_id: 'trellis',
        client_secret: clientSecret,
        redirect_uris: [`${gateway}/api/auth/callback/openid`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { Grant: 3600, Session: 3600, Interaction: 3600, IdToken: 3600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: sub,
        email_verified: !sub.startsWith('unverified'),
        name: `${sub.split('@')[0]} of Acme`,
      }),
    }),
  };
}
