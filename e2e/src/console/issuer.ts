import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { allScopes } from '@trellis/testing';
import { Provider, type Configuration } from 'oidc-provider';

interface IssuerOptions {
  port: number;
  gateway: string;
  /** `JWT_AUDIENCE` of the gateway. */
  audience: string;
}

export interface Issuer {
  /** Seconds that access tokens are valid from now on. */
  lifetimeSeconds: number;
  /** The audience of access tokens from now on. */
  audience: string;
  /** The claim that lists the scopes of access tokens from now on: a text, or a list as of Okta. */
  scopeClaim: 'scope' | 'scp';
  /** How many access tokens were renewed. */
  renewals: number;
  revokeAll(): Promise<void>;
  close(): void;
}

/**
 * A certified issuer (oidc-provider) with pages for login, consent and logout, at which the console is a public
 * client. Its access tokens are JWTs for the audience, with rotating refresh tokens.
 */
export async function startIssuer({ port, gateway, audience }: IssuerOptions): Promise<Issuer> {
  const grants = new Set<string>();
  const issuer: Issuer = {
    lifetimeSeconds: 600,
    audience,
    scopeClaim: 'scope',
    renewals: 0,
    async revokeAll() {
      for (const id of grants) {
        await provider.RefreshToken.revokeByGrantId(id);
        await (await provider.Grant.find(id))?.destroy();
      }
    },
    close: () => server.close(),
  };
  const provider = quietProvider(
    `http://localhost:${port}`,
    configuration(gateway, audience, issuer),
  );
  provider.on('refresh_token.saved', ({ grantId }) => grantId && grants.add(grantId));
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') issuer.renewals += 1;
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response)).listen(port);
  await once(server, 'listening');
  return issuer;
}

/** Silences warnings about features that are for development only. */
export function quietProvider(address: string, given: Configuration): Provider {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return new Provider(address, given);
  } finally {
    console.warn = warn;
  }
}

function configuration(gateway: string, audience: string, issuer: Issuer): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [
      {
        client_id: 'console',
        redirect_uris: [`${gateway}/console/signed-in`],
        post_logout_redirect_uris: [`${gateway}/console`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => {
          if (resource !== audience) throw new Error(`There is no ${resource}.`);
          return {
            scope: allScopes.join(' '),
            audience: issuer.audience,
            accessTokenFormat: 'jwt' as const,
            accessTokenTTL: issuer.lifetimeSeconds,
            jwt: { sign: { alg: 'ES256' as const } },
          };
        },
      },
    },
    formats: {
      customizers: {
        jwt(_context, _token, { payload }) {
          if (issuer.scopeClaim === 'scope') return;
          payload.scp = String(payload.scope).split(' ');
          delete payload.scope;
        },
      },
    },
    claims: { openid: ['sub', 'name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_context, origin) => origin === gateway,
    // By default expired tokens are accepted for another 15 seconds.
    clockTolerance: 0,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 3600, IdToken: 3600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, name: `${sub} of Acme` }),
    }),
  } as Configuration;
}
