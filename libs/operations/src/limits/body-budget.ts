import { Problem } from '@trellis/contracts';

/**
 * Bounds the bodies that are in memory at once, from their first byte to the answer. Requests over the bound are
 * refused before they are read; without it, all would be answered too late.
 */
export interface BodyBudget {
  /**
   * Counts a body (bytes) until the returned function is called. Throws `rate_limited` when its owner has too many
   * under way, and `unavailable` when all owners together have.
   */
  take(owner: string, bytes: number): () => void;
}

interface BodyBudgetOptions {
  /** The most bytes of all bodies; each takes several times its size in memory. */
  maxBytes: number;
  /** The most bytes of the bodies of one owner. */
  maxBytesPerOwner: number;
}

const mebibyte = 1024 * 1024;

/** The largest body (bytes), after it was decompressed. */
export const maxBodyBytes = mebibyte;

/**
 * Bodies up to this size (bytes) are neither counted nor parsed in turn, so that the bodies of others never delay an
 * ordinary request.
 */
export const smallBodyBytes = 16 * 1024;

const countNothing = () => undefined;

export function createBodyBudget(
  { maxBytes, maxBytesPerOwner }: BodyBudgetOptions = {
    maxBytes: 32 * mebibyte,
    maxBytesPerOwner: 8 * mebibyte,
  },
): BodyBudget {
  const byOwner = new Map<string, number>();
  let total = 0;
  const add = (owner: string, bytes: number) => {
    const sum = (byOwner.get(owner) ?? 0) + bytes;
    total += bytes;
    if (sum === 0) byOwner.delete(owner);
    else byOwner.set(owner, sum);
  };
  return {
    take(owner, bytes) {
      if (bytes <= smallBodyBytes) return countNothing;
      if ((byOwner.get(owner) ?? 0) + bytes > maxBytesPerOwner) {
        const detail = `Bodies of more than ${maxBytesPerOwner} bytes are under way; wait for their answers.`;
        throw Problem.withoutStack('rate_limited', detail, { retry_after: 1 });
      }
      if (total + bytes > maxBytes) {
        const detail = 'Too many bodies are under way at this gateway.';
        throw Problem.withoutStack('unavailable', detail);
      }
      add(owner, bytes);
      return () => add(owner, -bytes);
    },
  };
}
