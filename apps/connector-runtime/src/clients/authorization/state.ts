import { createHash } from 'node:crypto';

/** Returns the SHA-256 digest (hexadecimal) that is stored of a `state`, so that a reader of the database cannot forge a response. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
