/** A device authorization (RFC 8628): the code that the end user enters at the vendor, or how it ended. */
export interface DeviceCode {
  /** The name of the technology. */
  name: string;
  branding?: { name: string; color?: string };
  expires: string;
  codes?: { user_code: string; verification_uri: string; verification_uri_complete?: string };
  ended?: { error?: string; location?: string };
}

/** Sends a request about the authorization that this browser began; undefined once it has expired. */
async function send<Answer>(path: string, state: string): Promise<Answer | undefined> {
  const response = await fetch(`/api/v1/connectors/codes${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state }),
  });
  if (response.status === 400) return undefined;
  if (!response.ok) throw new Error(`The status is ${response.status}.`);
  return (await response.json()) as Answer;
}

export const readCode = (state: string) => send<DeviceCode>('', state);

export const cancelCode = (state: string) => send<{ location?: string }>('/cancel', state);
