const maxLength = 500;

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether a redirect URI leads to an app on the computer of the browser (RFC 8252, section 7.3). */
export function isLocal(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && loopback.includes(hostname);
}

/** Returns whether an app may have a redirect URI: an https address, or http at a loopback address. */
export function isRedirectUri(uri: string): boolean {
  // Parsers of URLs disagree about backslashes and leave out some other characters.
  if (uri.length > maxLength || !/^[\x21-\x7e]+$/.test(uri) || /[\\#]/.test(uri)) return false;
  if (!URL.canParse(uri)) return false;
  const { protocol, username, password } = new URL(uri);
  return username === '' && password === '' && (protocol === 'https:' || isLocal(uri));
}

/** Returns whether a redirect URI is a registered one; at loopback addresses the port may be another one. */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  isRedirectUri(uri) &&
  registered.some((one) => one === uri || (isLocal(one) && anyPort(one) === anyPort(uri)));

function anyPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
