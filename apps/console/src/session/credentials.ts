export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const storageKey = 'trellis.credentials';

/** Credentials in a link, and whether to remember them until the tab is closed. */
export interface LinkedCredentials extends Credentials {
  isRemembered: boolean;
}

/**
 * Reads credentials from the fragment of a link such as `npm start` prints: `#client_id=…&client_secret=…&keep=true`,
 * with `keep` being optional. Browsers do not send fragments, so they appear in no log.
 */
export function credentialsFromFragment(fragment: string): LinkedCredentials | undefined {
  const members = new URLSearchParams(fragment.replace(/^#/, ''));
  const clientId = members.get('client_id');
  const clientSecret = members.get('client_secret');
  if (!clientId || !clientSecret) return undefined;
  return { clientId, clientSecret, isRemembered: members.get('keep') === 'true' };
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
