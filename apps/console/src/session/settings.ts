/** How the console signs in with an external issuer, as the gateway tells it. */
export interface OpenIdSettings {
  issuer: string;
  client_id: string;
  scope: string;
  /** What else is sent with requests for access tokens, such as `resource`. */
  parameters: Record<string, string>;
}

export interface Settings {
  /** Whether Trellis issues access tokens to registered apps. */
  client_credentials: boolean;
  openid?: OpenIdSettings;
}

/** A gateway of the release before has no settings, and nothing else to offer. */
const withoutSettings: Settings = { client_credentials: true };

/** How one can sign in. Where that cannot be read, with an app, which says what is wrong. */
export async function readSettings(): Promise<Settings> {
  try {
    const answer = await fetch('/console/settings.json', { credentials: 'omit' });
    return answer.ok ? ((await answer.json()) as Settings) : withoutSettings;
  } catch {
    return withoutSettings;
  }
}
