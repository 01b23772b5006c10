const storageKey = 'trellis-connect';

/** The contents of the address with which the page was opened. */
export interface Opened {
  token: string | undefined;
  /** The result of an authorization that began on this page. */
  returned: { client: string; error: string | undefined } | undefined;
}

/** Forgets the session, since the next user of the tab may be somebody else. */
export const forgetSession = ({ sessionStorage }: Pick<Window, 'sessionStorage'> = window): void =>
  sessionStorage.removeItem(storageKey);

/**
 * Reads the address and removes its contents from the browser history. The token is in the fragment at first; after an
 * authorization, it is in the session storage of the tab.
 */
export function readAddress({
  location,
  history,
  sessionStorage,
}: Pick<Window, 'location' | 'history' | 'sessionStorage'> = window): Opened {
  const { hash, search, pathname } = location;
  if (hash.length > 1) sessionStorage.setItem(storageKey, hash.slice(1));
  if (hash || search) history.replaceState(null, '', pathname);
  const query = new URLSearchParams(search);
  const client = query.get('client_id');
  return {
    token: sessionStorage.getItem(storageKey) ?? undefined,
    returned: client === null ? undefined : { client, error: query.get('error') ?? undefined },
  };
}
