import { createHash } from 'node:crypto';

/** Only the digest of a `state` is stored, so that a reader of the database cannot forge an answer. */
export const digestOf = (state: string): string => createHash('sha256').update(state).digest('hex');
