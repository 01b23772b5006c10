import { createHash } from 'node:crypto';
import type { TokenSource } from '@trellis/client';
import { scopesIn } from '@trellis/client/scopes';
import { readJsonFile, removeFile, writeJsonFile, type Profile } from './profiles.js';

/** Claims of an access token that is a JWT. Only Trellis verifies them. */
interface Claims {
  account?: string | undefined;
  app?: string | undefined;
  /** The only end user that the token may act for. */
  subject?: string | undefined;
  scopes: string[];
  expires?: Date | undefined;
}

export function readClaims(token: string): Claims {
  const [, payload] = token.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as {
      [name: string]: unknown;
    };
    const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
    const { exp } = claims;
    return {
      account: text('sub'),
      app: text('azp') ?? text('client_id'),
      subject: text('external_subject_id'),
      scopes: scopesIn(claims),
      expires: typeof exp === 'number' ? new Date(exp * 1000) : undefined,
    };
  } catch {
    return { scopes: [] };
  }
}

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
