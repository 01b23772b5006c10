/** How it ended, as the app is told. */
export interface Outcome {
  status: 'connected' | 'pending' | 'cancelled';
  client?: string;
}

/** The address of the app, with the outcome. */
export function returnAddress(returnUrl: string, { status, client }: Outcome): string {
  const address = new URL(returnUrl);
  address.searchParams.set('status', status);
  if (client !== undefined) address.searchParams.set('client', client);
  return address.href;
}

/**
 * Goes back to the app. The page that has opened this one in a pop-up is told by a message, which only pages of the
 * app's origin can read.
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
