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
