import { generateKeyPairSync } from 'node:crypto';
import type { Configuration, Provider } from 'oidc-provider';
import { newProvider } from '../../testing/provider.js';

/** The scopes that Netatmo has (dev.netatmo.com, "Scopes"), as far as the connector knows them. */
export const scopes = [
  'read_station',
  'read_homecoach',
  ...['thermostat', 'smarther', 'magellan', 'bubendorff', 'mhs1'].flatMap((product) => [
    `read_${product}`,
    `write_${product}`,
  ]),
  'read_camera',
  'read_presence',
  'read_doorbell',
  'read_smokedetector',
  'read_carbonmonoxidedetector',
];
export const application = { client_id: 'trellis-app', client_secret: 'a-secret-of-the-app' };

export interface Granted {
  access_token: string;
  refresh_token: string;
}

interface ProviderOptions {
  redirectUri: string;
  /** Seconds. */
  accessTokenTtl: number;
  /** Whether `scope` in token responses is an array. */
  scopeIsArray: boolean;
}

export interface TestProvider {
  provider: Provider;
  /** How many refresh tokens have been exchanged. */
  refreshes(): number;
  /** How many tokens have been revoked by the app. */
  revocations(): number;
  /** Issues tokens as if an end user had authorized the app. */
  grant(granted?: string[]): Promise<Granted>;
  /** Issues a code as if an end user had consented to the request at `address`. */
  consent(address: URL, account: string): Promise<{ code: string; iss: string }>;
  /** Revokes everything that was granted. */
  revokeAll(): Promise<void>;
  /** Whose an access token is, and for what; undefined when it is not valid. */
  find(token: string): Promise<{ account: string; scopes: string[] } | undefined>;
  knows(token: string): Promise<boolean>;
}

/**
 * A certified authorization server (oidc-provider) with pages for login and consent. It requires PKCE
 * and rotates refresh tokens. Its token responses are those of Netatmo: `scope` is an array, and
 * `expire_in` is a member, too.
 */
export function createProvider(issuer: string, options: ProviderOptions): TestProvider {
  const provider = newProvider(issuer, configuration(options));
  const grants = new Set<string>();
  let refreshes = 0;
  let revocations = 0;
  provider.on('access_token.saved', ({ grantId }) => grantId && grants.add(grantId));
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') refreshes += 1;
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token/revocation' && context.status === 200) revocations += 1;
    const body = context.body as { scope?: unknown; expires_in?: number } | undefined;
    if (context.path === '/token' && typeof body?.scope === 'string') {
      const scope = options.scopeIsArray ? body.scope.split(' ') : body.scope;
      context.body = { ...body, scope, expire_in: body.expires_in };
    }
  });
  const find: TestProvider['find'] = async (token) => {
    const found = await provider.AccessToken.find(token);
    return found && { account: found.accountId, scopes: found.scope?.split(' ') ?? [] };
  };
  return {
    provider,
    refreshes: () => refreshes,
    revocations: () => revocations,
    find,
    knows: async (token) => (await find(token)) !== undefined,
    grant: (granted = scopes) => grantTo(provider, granted.join(' ')),
    consent: async (address, account) => ({
      code: await codeFor(provider, address.searchParams, account),
      iss: issuer,
    }),
    async revokeAll() {
      for (const grantId of grants) {
        await provider.AccessToken.revokeByGrantId(grantId);
        await provider.RefreshToken.revokeByGrantId(grantId);
        await (await provider.Grant.find(grantId))?.destroy();
      }
      grants.clear();
    },
  };
}

async function grantTo(provider: Provider, scope: string): Promise<Granted> {
  const accountId = 'alice';
  const grant = new provider.Grant({ accountId, clientId: application.client_id });
  grant.addOIDCScope(scope);
  const client = (await provider.Client.find(application.client_id))!;
  const grantId = await grant.save();
  const given = { accountId, client, grantId, gty: 'authorization_code', scope };
  const access = new provider.AccessToken(given as never);
  const refresh = new provider.RefreshToken(given as never);
  return { access_token: await access.save(), refresh_token: await refresh.save() };
}

/** A code for an authorization request, to which an account consents. */
async function codeFor(
  provider: Provider,
  request: URLSearchParams,
  accountId: string,
): Promise<string> {
  const scope = request.get('scope')!;
  const grant = new provider.Grant({ accountId, clientId: application.client_id });
  grant.addOIDCScope(scope);
  const code = new provider.AuthorizationCode({
    accountId,
    scope,
    client: (await provider.Client.find(application.client_id))!,
    grantId: await grant.save(),
    gty: 'authorization_code',
    redirectUri: request.get('redirect_uri')!,
    codeChallenge: request.get('code_challenge')!,
    codeChallengeMethod: 'S256',
  } as never);
  return code.save();
}

function configuration({ redirectUri, accessTokenTtl }: ProviderOptions): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [
      {
        ...application,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    // By default expired tokens are accepted for another 15 seconds.
    clockTolerance: 0,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenTtl,
      RefreshToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 3600,
      IdToken: 3600,
    },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  } as Configuration;
}
