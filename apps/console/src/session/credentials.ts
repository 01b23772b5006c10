export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const storageKey = 'trellis.credentials';

/** Credentials in a link, and whether to remember them until the tab is closed. */
export interface LinkedCredentials extends Credentials {
  /** Whether the secret is a code, which has to be exchanged for the secret and works once. */
  isCode: boolean;
  isRemembered: boolean;
}

/**
 * Reads credentials from the fragment of a link: `#client_id=…&code=…&keep=true`, as `npm start` prints it, or with
 * `client_secret` in place of `code`; `keep` is optional. Browsers do not send fragments, so they appear in no log.
 */
export function credentialsFromFragment(fragment: string): LinkedCredentials | undefined {
  const members = new URLSearchParams(fragment.replace(/^#/, ''));
  const clientId = members.get('client_id');
  const code = members.get('code');
  const clientSecret = code ?? members.get('client_secret');
  if (!clientId || !clientSecret) return undefined;
  return {
    clientId,
    clientSecret,
    isCode: code !== null,
    isRemembered: members.get('keep') === 'true',
  };
}

export function storedCredentials(storage: Pick<Storage, 'getItem'>): Credentials | undefined {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? 'null') as Partial<Credentials> | null;
    const { clientId, clientSecret } = stored ?? {};
    if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return undefined;
    return { clientId, clientSecret };
  } catch {
    return undefined;
  }
}

export const storeCredentials = (
  storage: Pick<Storage, 'setItem'>,
  { clientId, clientSecret }: Credentials,
) => storage.setItem(storageKey, JSON.stringify({ clientId, clientSecret }));

export const forgetCredentials = (storage: Pick<Storage, 'removeItem'>) =>
  storage.removeItem(storageKey);
