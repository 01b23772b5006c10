import { Provider, type Configuration } from 'oidc-provider';

export const scopes = ['read_station', 'read_thermostat', 'write_thermostat'];
export const application = { client_id: 'trellis-app', client_secret: 'a-secret-of-the-app' };

export interface Granted {
  access_token: string;
  refresh_token: string;
}

export interface TestProvider {
  provider: Provider;
  /** How many refresh tokens have been exchanged. */
  refreshes(): number;
  /** How many tokens have been given back. */
  revocations(): number;
  /** Gives tokens as if an end user had authorized the app. */
  grant(granted?: string[]): Promise<Granted>;
  /** Takes back whatever was granted. */
  revokeAll(): Promise<void>;
}

/**
 * A certified authorization server (oidc-provider) with pages for login and consent. It demands PKCE,
 * rotates refresh tokens, and answers `scope` as an array, as Netatmo does.
 */
export function createProvider(
  issuer: string,
  { redirectUri, accessTokenTtl }: { redirectUri: string; accessTokenTtl: number },
): TestProvider {
  const provider = new Provider(issuer, configuration(redirectUri, accessTokenTtl));
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
    const body = context.body as { scope?: string } | undefined;
    if (context.path === '/token' && typeof body?.scope === 'string') {
      context.body = { ...body, scope: body.scope.split(' ') };
    }
  });
  return {
    provider,
    refreshes: () => refreshes,
    revocations: () => revocations,
    async grant(granted = scopes) {
      const scope = granted.join(' ');
      const accountId = 'alice';
      const grant = new provider.Grant({ accountId, clientId: application.client_id });
      grant.addOIDCScope(scope);
      const client = (await provider.Client.find(application.client_id))!;
      const grantId = await grant.save();
      const given = { accountId, client, grantId, gty: 'authorization_code', scope };
      const access = new provider.AccessToken(given as never);
      const refresh = new provider.RefreshToken(given as never);
      return { access_token: await access.save(), refresh_token: await refresh.save() };
    },
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

function configuration(redirectUri: string, accessTokenTtl: number): Configuration {
  return {
    clients: [
      {
        ...application,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: accessTokenTtl, RefreshToken: 3600, Grant: 3600, Session: 3600 },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  };
}
