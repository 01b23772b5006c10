import { createHash } from 'node:crypto';
import type { TokenSource } from '@trellis/client';
import { readClaims } from './claims.js';
import { readJsonFile, removeFile, writeJsonFile } from './files.js';
import type { Profile } from './profiles.js';

/** A token that is about to expire is not used any more (ms). */
const renewEarlyMs = 60_000;

/** Named after the credentials, so that a token never outlives what it was issued for. */
function fileOf({ url, client_id, client_secret }: Profile): string {
  const digest = createHash('sha256').update(JSON.stringify([url, client_id, client_secret]));
  return `token-${digest.digest('hex').slice(0, 16)}.json`;
}

/** Keeps the access token for the commands that follow: requests for tokens are limited. */
export function cachedToken(profile: Profile, fetchToken: TokenSource): TokenSource {
  const file = fileOf(profile);
  let known: string | undefined;
  return async ({ rejected }) => {
    known ??= await readToken(file);
    if (known !== undefined && known !== rejected && isFresh(known)) return known;
    known = await fetchToken({ ...(rejected !== undefined && { rejected }) });
    await keepToken(profile, known);
    return known;
  };
}

/** Keeps a token for the commands that follow. */
export async function keepToken(profile: Profile, token: string): Promise<void> {
  // A command works without it, too, such as where the disk is full.
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
