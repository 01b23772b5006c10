import { createHash } from 'node:crypto';

/** SHA-256, hexadecimal. Of a `state` it alone is stored, so that a reader of the database cannot forge an answer. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
