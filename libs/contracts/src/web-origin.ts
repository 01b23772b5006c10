import { z } from 'zod';

export const maxOrigins = 20;

/** Returns whether a host is this machine (RFC 6761, section 6.3), whose pages are secure without TLS. */
const isLoopback = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost');

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  // `URL` takes `*` in a host, which no browser sends.
  return (
    origin === text &&
    !hostname.includes('*') &&
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
  );
}

/** An origin of web pages, exactly as browsers send it in `Origin` (RFC 6454, section 6.2). */
export const webOrigin = z
  .string()
  // A host name has at most 253 characters.
  .max(300)
  .refine(
    isWebOrigin,
    'Must be an origin as browsers send it, such as `https://app.example`; with `http` only on localhost.',
  );
