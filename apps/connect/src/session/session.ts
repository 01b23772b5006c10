import type { Agent, Found, Page, Technology } from '../api.js';

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

export type View =
  | { screen: 'choice' }
  | { screen: 'form'; technology: Technology; found?: Found }
  | { screen: 'home' }
  | { screen: 'remove-home'; agent: Agent }
  | { screen: 'connection'; client: string; message?: string | undefined }
  | { screen: 'change'; client: string; technology: Technology }
  | { screen: 'done' }
  | { screen: 'expired'; isRevoked?: boolean }
  | { screen: 'failed'; error: unknown };

/** Returns the first screen: a client, the form of the only technology, or the choice of technologies. */
export function firstView(page: Page, { returned }: Opened): View {
  const { client, technologies, clients, found } = page;
  if (returned) return { screen: 'connection', client: returned.client };
  if (client !== undefined) return { screen: 'connection', client };
  const [only, ...others] = technologies.filter(({ offered }) => offered);
  const isAlone = others.length === 0 && clients.length === 0 && found.length === 0;
  if (only && isAlone && !hasHome(page)) {
    return { screen: 'form', technology: only };
  }
  return { screen: 'choice' };
}

/** Returns whether an agent has been paired. End users see only those. */
export const isPaired = ({ state }: Agent): boolean => state !== 'unpaired';

/** Returns whether the end user has a home through which technologies are reached. */
export const hasHome = ({ technologies, agents }: Page): boolean =>
  technologies.some(({ offered, local }) => offered && local) && agents.some(isPaired);

export interface Outcome {
  status: 'connected' | 'pending' | 'cancelled';
  client?: string;
}

/** Returns the address of the app with the outcome as query parameters. */
export function returnAddress(returnUrl: string, { status, client }: Outcome): string {
  const address = new URL(returnUrl);
  address.searchParams.set('status', status);
  if (client !== undefined) address.searchParams.set('client', client);
  return address.href;
}

/**
 * Returns to the app. Sends the outcome as a message to the page that opened this one in a pop-up; only pages of the
 * app's origin can read it.
 */
export function leave(returnUrl: string, outcome: Outcome): void {
  const opener = window.opener as Window | null;
  if (opener && !opener.closed) {
    opener.postMessage({ type: 'trellis-connect', ...outcome }, new URL(returnUrl).origin);
    window.close();
    if (window.closed) return;
  }
  window.location.assign(returnAddress(returnUrl, outcome));
}
