import { createHash } from 'node:crypto';

/** Returns the first hexadecimal digits of the SHA-256 digest of a text. */
export const digest = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);
