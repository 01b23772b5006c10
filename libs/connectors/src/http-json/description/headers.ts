import { z } from 'zod';

/** Headers that depend on the connection, the body or the authentication. */
const reserved = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'Must be the name of a header.')
  .refine(
    (one) => !reserved.has(one.toLowerCase()),
    'Cannot be set here. Credentials belong in `authentication`.',
  );

/** A text with `{variables}` that is valid in a header (RFC 9110, section 5.5). */
export const headerValue = z
  .string()
  .max(1024)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'Must be ASCII without control characters.');
