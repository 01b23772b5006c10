import { Misconfigured } from '../failure.js';

/** Checks an address that a user or a remote technology named. */
export function parseHttpUrl(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Misconfigured('The address must begin with http: or https:.');
  }
  if (url.username || url.password) {
    throw new Misconfigured('The address must not contain a user name or password.');
  }
  return url;
}

/** The port of an HTTP address. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);
