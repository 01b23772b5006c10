import { createHash } from 'node:crypto';
import type { TokenSource } from '@trellis/client';
import { readClaims } from './claims.js';
import { readJsonFile, removeFile, writeJsonFile } from './files.js';
import type { Profile } from './profiles.js';

/** Remaining lifetime below which a token is renewed (ms). */
const renewEarlyMs = 60_000;

/** Returns the file name for credentials. A change of credentials thereby invalidates the token. */
function fileOf({ url, client_id, client_secret }: Profile): string {
  const digest = createHash('sha256').update(JSON.stringify([url, client_id, client_secret]));
  return `token-${digest.digest('hex').slice(0, 16)}.json`;
}

/** Caches the access token on disk for later commands, since token requests are rate-limited. */
export function cachedToken(profile: Profile, fetchToken: TokenSource): TokenSource {
  const file = fileOf(profile);
  let known: string | undefined;
  return async ({ rejected }) => {
    known ??= await readToken(file);
    if (known !== undefined && known !== rejected && isFresh(known)) return known;
    known = await fetchToken(rejected === undefined ? {} : { rejected });
    await storeToken(profile, known);
    return known;
  };
}

/** Stores a token for later commands. */
export async function storeToken(profile: Profile, token: string): Promise<void> {
  // Commands also work without the cache, such as on a full disk.
  await writeJsonFile(fileOf(profile), { access_token: token }).catch(() => undefined);
}

export const forgetToken = (profile: Profile): Promise<void> => removeFile(fileOf(profile));

async function readToken(file: string): Promise<string | undefined> {
  const stored = await readJsonFile(file).catch(() => undefined);
  const token = (stored as { access_token?: unknown } | undefined)?.access_token;
  return typeof token === 'string' ? token : undefined;
}

function isFresh(token: string): boolean {
  const { expires } = readClaims(token);
  return expires !== undefined && expires.getTime() - renewEarlyMs > Date.now();
}
