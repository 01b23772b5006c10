import { clientCredentials, Trellis, type TokenSource } from '@trellis/client';
import { CliError, exitCodes } from '../output/exit-codes.js';
import { profileName, readProfiles, type Profile } from './profiles.js';
import { cachedToken } from './token-cache.js';

/** A deployment, as whom one is there, and where that is stated. */
export interface Session {
  url: string;
  token: TokenSource;
  /** The profile, or the variables of the environment. */
  source: string;
  trellis: Trellis;
}

interface SessionOptions {
  profile?: string | undefined;
  /** The end user for whom commands act. */
  subject?: string | undefined;
}

/** The session that the environment and the profiles say; throws where there is none. */
export async function openSession({ profile, subject }: SessionOptions): Promise<Session> {
  const { url, token, source } = await findCredentials(profile);
  return { url, token, source, trellis: new Trellis({ baseUrl: url, token, subject }) };
}

async function findCredentials(given: string | undefined): Promise<Omit<Session, 'trellis'>> {
  const { TRELLIS_URL, TRELLIS_TOKEN, TRELLIS_CLIENT_ID, TRELLIS_CLIENT_SECRET } = process.env;
  const stored = await readProfiles();
  const name = profileName(stored, given);
  const profile = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
  const url = TRELLIS_URL ? normalizeUrl(TRELLIS_URL) : profile?.url;
  if (TRELLIS_TOKEN || (TRELLIS_CLIENT_ID && TRELLIS_CLIENT_SECRET)) {
    if (url === undefined) {
      throw new CliError('It is not known where Trellis is.', exitCodes.usage, 'Set TRELLIS_URL.');
    }
    if (TRELLIS_TOKEN) return { url, token: () => TRELLIS_TOKEN, source: 'TRELLIS_TOKEN' };
    const own = { url, client_id: TRELLIS_CLIENT_ID!, client_secret: TRELLIS_CLIENT_SECRET! };
    return { url, token: cachedToken(own, tokenOf(own)), source: 'TRELLIS_CLIENT_ID' };
  }
  if (!profile) {
    const what = given ? `There is no profile ${name}.` : 'You are not logged in.';
    throw new CliError(
      what,
      exitCodes.unauthorized,
      `Log in: trellis login${given ? ` --profile ${name}` : ''}`,
    );
  }
  // The secret is for the deployment where it was issued, and for no other.
  if (url !== profile.url) {
    const what = `The profile ${name} is of ${profile.url}, and TRELLIS_URL is ${url}.`;
    const remedy =
      'Choose another one by --profile, or set TRELLIS_CLIENT_ID and TRELLIS_CLIENT_SECRET.';
    throw new CliError(what, exitCodes.unauthorized, remedy);
  }
  return { url, token: cachedToken(profile, tokenOf(profile)), source: `profile ${name}` };
}

export const tokenOf = ({ url, client_id, client_secret }: Profile): TokenSource =>
  clientCredentials(url, { clientId: client_id, clientSecret: client_secret });

/** An address as profiles have it; throws for what is none. */
export function normalizeUrl(given: string): string {
  const text = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.search || url.hash) {
    throw new CliError(`${given} is no address of a deployment.`, exitCodes.usage);
  }
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
