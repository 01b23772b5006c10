import { isIPv4 } from 'node:net';
import { clientCredentials, Trellis, type TokenSource } from '@trellis/client';
import { CliError, exitCodes, usageError } from '../output/failure.js';
import { profileName, readProfiles, type Profile } from './profiles.js';
import { cachedToken } from './tokens.js';

/** The deployment and the identity that commands use. */
export interface Session {
  url: string;
  token: TokenSource;
  /** Origin of the credentials: a profile or an environment variable. */
  source: string;
  isRenewed: boolean;
  trellis: Trellis;
}

interface SessionOptions {
  profile?: string | undefined;
  subject?: string | undefined;
}

/** Opens the session of the named profile, or else of the environment or the current profile. Throws if there is none. */
export async function openSession({ profile, subject }: SessionOptions): Promise<Session> {
  const found = (profile === undefined && findInEnvironment()) || (await findProfile(profile));
  return { ...found, trellis: new Trellis({ baseUrl: found.url, token: found.token, subject }) };
}

type Credentials = Omit<Session, 'trellis'>;

/**
 * Returns the credentials of the environment, if there are any. They are only sent to the address that is set with them,
 * never to the one of a profile.
 */
function findInEnvironment(): Credentials | undefined {
  const { TRELLIS_URL, TRELLIS_TOKEN, TRELLIS_CLIENT_ID, TRELLIS_CLIENT_SECRET } = process.env;
  if (!TRELLIS_TOKEN && !(TRELLIS_CLIENT_ID && TRELLIS_CLIENT_SECRET)) return undefined;
  if (!TRELLIS_URL) {
    throw usageError(
      'The environment has credentials, but no address.',
      'Set TRELLIS_URL, or use --profile.',
    );
  }
  const url = normalizeUrl(TRELLIS_URL);
  if (TRELLIS_TOKEN)
    return { url, token: () => TRELLIS_TOKEN, source: 'TRELLIS_TOKEN', isRenewed: false };
  const own = { url, client_id: TRELLIS_CLIENT_ID!, client_secret: TRELLIS_CLIENT_SECRET! };
  // These tokens are not cached on disk, since nobody logs out of an environment.
  return { url, token: tokenOf(own), source: 'TRELLIS_CLIENT_ID', isRenewed: true };
}

async function findProfile(given: string | undefined): Promise<Credentials> {
  const stored = await readProfiles();
  const name = profileName(stored, given);
  const profile = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
  if (!profile) {
    const what = given ? `There is no profile ${name}.` : 'You are not logged in.';
    throw new CliError(
      what,
      exitCodes.unauthorized,
      `Log in: trellis login${given ? ` --profile ${name}` : ''}`,
    );
  }
  // A secret is only sent to the deployment that issued it. An explicit profile overrides TRELLIS_URL.
  const { TRELLIS_URL } = process.env;
  const url = given === undefined && TRELLIS_URL ? normalizeUrl(TRELLIS_URL) : profile.url;
  if (url !== profile.url) {
    const what = `Profile ${name} is for ${profile.url}, but TRELLIS_URL is ${url}.`;
    const remedy =
      'Choose another profile with --profile, or set TRELLIS_CLIENT_ID and TRELLIS_CLIENT_SECRET.';
    throw new CliError(what, exitCodes.unauthorized, remedy);
  }
  const token = cachedToken(profile, tokenOf(profile));
  return { url, token, source: `profile ${name}`, isRenewed: true };
}

export const tokenOf = ({ url, client_id, client_secret }: Profile): TokenSource =>
  clientCredentials(url, { clientId: client_id, clientSecret: client_secret });

/** Tells whether an address is on this machine. Compares the whole host name: `localhost.example` is not local. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

/** Normalizes the address of a deployment; throws if it is invalid. */
export function normalizeUrl(given: string): string {
  const text = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.search || url.hash) {
    throw usageError(`${given} is not the address of a deployment.`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
