import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from './configuration.js';

export interface AccessTokens {
  get(): Promise<string>;
  /**
   * Returns whether there is another token than the one that the API has refused: a new one is issued, once. Left out
   * when only the runtime can have one issued.
   */
  renew?(refused: string): Promise<boolean>;
}

export interface IssuedToken {
  token: string;
  /** How long it is valid (ms), if that is known. */
  lifetimeMs: number | undefined;
}

/** The name in the client's memory. A token that is too long to store is requested by every poll. */
const memoryName = 'access_token';
const maxStored = 8 * 1024;

/** A token is not used in the last minute of its life, or half of its life if that is shorter. */
const marginMs = 60_000;

/** Lifetime of a token that states none (ms). */
const usualLifetimeMs = 60 * 60_000;

/** A stored token, the digest of its credentials, and when it must no longer be used (ms since 1970). */
const storedToken = z.object({ token: z.string(), of: z.string(), until: z.number() });

/** Creates the tokens of a client that are issued for its credentials, and stored until they expire. */
export function createTokens(
  { memory }: Pick<Context, 'memory'>,
  { credentials, request }: { credentials: unknown; request: () => Promise<IssuedToken> },
): Required<AccessTokens> {
  const of = createHash('sha256').update(JSON.stringify(credentials)).digest('base64');
  let current: Promise<string> | undefined;
  let isRenewed = false;

  async function stored(): Promise<string | undefined> {
    const text = await memory.get(memoryName);
    const known = text === undefined ? undefined : storedToken.parse(JSON.parse(text));
    return known && known.of === of && known.until > Date.now() ? known.token : undefined;
  }

  async function issue(): Promise<string> {
    const { token, lifetimeMs = usualLifetimeMs } = await request();
    if (token.length <= maxStored) {
      const until = Date.now() + lifetimeMs - Math.min(marginMs, lifetimeMs / 2);
      await memory.set(memoryName, JSON.stringify({ token, of, until }));
    }
    return token;
  }

  return {
    get: () => (current ??= stored().then((token) => token ?? issue())),
    async renew(refused) {
      const known = current;
      // Requests are sent at the same time, and one of the others may have had it renewed.
      if (known === undefined || (await known) !== refused || current !== known) return true;
      if (isRenewed) return false;
      isRenewed = true;
      current = memory.delete(memoryName).then(issue);
      await current;
      return true;
    },
  };
}
