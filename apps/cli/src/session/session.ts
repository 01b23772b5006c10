import { isIPv4 } from 'node:net';
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
  /** Whether another token follows one that has expired. */
  isRenewed: boolean;
  trellis: Trellis;
}

interface SessionOptions {
  profile?: string | undefined;
  /** The end user for whom commands act. */
  subject?: string | undefined;
}

/** The session of the profile that is named, or else that of the environment or the current profile; throws without. */
export async function openSession({ profile, subject }: SessionOptions): Promise<Session> {
  const found = (profile === undefined && findInEnvironment()) || (await findProfile(profile));
  return { ...found, trellis: new Trellis({ baseUrl: found.url, token: found.token, subject }) };
}

type Credentials = Omit<Session, 'trellis'>;

/**
 * What the environment says, as far as it has credentials. They go where it says as well, and nowhere else: the address
 * of a profile is not the one for which they were issued.
 */
function findInEnvironment(): Credentials | undefined {
  const { TRELLIS_URL, TRELLIS_TOKEN, TRELLIS_CLIENT_ID, TRELLIS_CLIENT_SECRET } = process.env;
  if (!TRELLIS_TOKEN && !(TRELLIS_CLIENT_ID && TRELLIS_CLIENT_SECRET)) return undefined;
  if (!TRELLIS_URL) {
    throw new CliError(
      'The environment has credentials, and does not say where they are valid.',
      exitCodes.usage,
      'Set TRELLIS_URL, or choose a profile by --profile.',
    );
  }
  const url = normalizeUrl(TRELLIS_URL);
  if (TRELLIS_TOKEN)
    return { url, token: () => TRELLIS_TOKEN, source: 'TRELLIS_TOKEN', isRenewed: false };
  const own = { url, client_id: TRELLIS_CLIENT_ID!, client_secret: TRELLIS_CLIENT_SECRET! };
  // Nobody logs out of an environment: its tokens are not left on the disk.
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
  // The secret is for the deployment where it was issued, and for no other. Who names a profile means that deployment.
  const { TRELLIS_URL } = process.env;
  const url = given === undefined && TRELLIS_URL ? normalizeUrl(TRELLIS_URL) : profile.url;
  if (url !== profile.url) {
    const what = `The profile ${name} is of ${profile.url}, and TRELLIS_URL is ${url}.`;
    const remedy =
      'Choose another one by --profile, or set TRELLIS_CLIENT_ID and TRELLIS_CLIENT_SECRET.';
    throw new CliError(what, exitCodes.unauthorized, remedy);
  }
  const token = cachedToken(profile, tokenOf(profile));
  return { url, token, source: `profile ${name}`, isRenewed: true };
}

export const tokenOf = ({ url, client_id, client_secret }: Profile): TokenSource =>
  clientCredentials(url, { clientId: client_id, clientSecret: client_secret });

/** Whether an address is on this machine, by the whole name: `localhost.example` is anywhere. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

/** An address as profiles have it; throws for what is none. */
export function normalizeUrl(given: string): string {
  const text = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.search || url.hash) {
    throw new CliError(`${given} is no address of a deployment.`, exitCodes.usage);
  }
  return url.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
