/** What an app signs in with. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const storageKey = 'trellis.credentials';

/** Credentials that a link has, and whether they stay signed in until the tab is closed. */
export interface LinkedCredentials extends Credentials {
  isKept: boolean;
}

/**
 * The credentials in the fragment of an address, such as `npm start` prints: `#client_id=…&client_secret=…&keep=true`,
 * of which `keep` may be left out. Browsers send no fragments, so that they reach no log.
 */
export function credentialsFromFragment(fragment: string): LinkedCredentials | undefined {
  const members = new URLSearchParams(fragment.replace(/^#/, ''));
  const clientId = members.get('client_id');
  const clientSecret = members.get('client_secret');
  if (!clientId || !clientSecret) return undefined;
  return { clientId, clientSecret, isKept: members.get('keep') === 'true' };
}

/** Those of a person who wanted to stay signed in, until this tab is closed. */
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
