import { genericOAuth } from 'better-auth/plugins';

/** An OpenID provider at which people sign in (OpenID Connect Discovery 1.0). */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}

/** Signs people in at a provider, by authorization code with PKCE, and checks its ID tokens. */
export const openId = ({ issuer, clientId, clientSecret }: OpenIdOptions) =>
  genericOAuth({
    config: [
      {
        // The redirect URI ends with it.
        providerId: 'openid',
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        clientId,
        ...(clientSecret !== undefined && { clientSecret }),
        scopes: ['openid', 'email', 'profile'],
        disableProviderLogout: true,
        mapProfileToUser: ({ name, email }) => ({
          name: String(name ?? email).slice(0, 100),
          image: undefined,
        }),
      },
    ],
  });
