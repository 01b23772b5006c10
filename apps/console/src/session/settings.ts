/** Settings of the external issuer, as configured at the gateway. */
export interface OpenIdSettings {
  issuer: string;
  client_id: string;
  scope: string;
  /** Additional parameters of token requests, such as `resource`. */
  parameters: Record<string, string>;
}

export interface Settings {
  /** Whether Trellis issues access tokens to registered apps. */
  client_credentials: boolean;
  openid?: OpenIdSettings;
}

/** Fallback if the settings cannot be read: the app form then reports the error. */
const defaults: Settings = { client_credentials: true };

export async function readSettings(): Promise<Settings> {
  try {
    const answer = await fetch('/console/settings.json', { credentials: 'omit' });
    return answer.ok ? ((await answer.json()) as Settings) : defaults;
  } catch {
    return defaults;
  }
}

/** Whether Trellis runs on the machine of the browser, where its commands are at hand. */
export const isLocal = (): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
