const storageKey = 'trellis-connect';

/** What the address with which the page was opened says. */
export interface Opened {
  /** The text of the session, if there is one. */
  token: string | undefined;
  /** What an authorization that began here has led to. */
  returned?: { client: string; error: string | undefined };
}

/** Forgets the session: whoever uses the tab next is somebody else. */
export const forgetSession = ({ sessionStorage }: Pick<Window, 'sessionStorage'> = window): void =>
  sessionStorage.removeItem(storageKey);

/**
 * Reads the address, and takes what is in it out of the history of the browser. The text of the session is in the
 * fragment at first; when the browser returns from an authorization, it is in the memory of the tab.
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
    ...(client !== null && { returned: { client, error: query.get('error') ?? undefined } }),
  };
}
