import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import pLimit from 'p-limit';

/** A hash (scrypt, N=16384, r=16) takes 32 MiB and a thread for about 100 ms. */
const maxHashes = 4;

/** The most that wait: about three seconds on two cores. */
const maxWaiting = 64;

const limit = pLimit(maxHashes);

/** Hashes one password after the other where many sign in, and refuses early what would wait too long. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < maxWaiting) return limit(work);
  throw new APIError('SERVICE_UNAVAILABLE', { message: 'Too many people are signing in.' });
}

export const hash = (password: string): Promise<string> => inTurn(() => hashPassword(password));

export const verify = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => verifyPassword(given));
