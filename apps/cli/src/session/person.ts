import { Trellis, TrellisConnectionError, TrellisProblem } from '@trellis/client';
import { CliError, exitCodes } from '../output/failure.js';
import type { LocalContext } from './context.js';
import { profileName, readJsonFile, readProfiles, writeJsonFile } from './profiles.js';
import { normalizeUrl } from './session.js';

/** The session of a person at a deployment: what a browser would have in its cookies. */
interface StoredSession {
  email: string;
  cookie: string;
}

const file = 'people.json';

const readSessions = async (): Promise<Record<string, StoredSession>> => ({
  ...((await readJsonFile(file)) as Record<string, StoredSession> | undefined),
});

/** Returns the deployment that commands for people use: that of the environment or of the profile. */
export async function personUrl({ options }: LocalContext, given?: string): Promise<string> {
  const { TRELLIS_URL } = process.env;
  const stored = await readProfiles();
  const profile = stored.profiles[profileName(stored, options.profile)];
  const named = options.profile === undefined ? TRELLIS_URL : profile?.url;
  return normalizeUrl(given ?? named ?? profile?.url ?? 'http://localhost:3000');
}

/** Stores the session of a person, or removes it. Only the user can read the file. */
export async function storeSession(url: string, session?: StoredSession): Promise<void> {
  const { [url]: _replaced, ...others } = await readSessions();
  await writeJsonFile(file, session ? { ...others, [url]: session } : others);
}

export const readSession = async (url: string): Promise<StoredSession | undefined> =>
  (await readSessions())[url];

/** Opens the session of the person who has signed in; throws if nobody has. */
export async function asPerson(context: LocalContext): Promise<Trellis> {
  const url = await personUrl(context);
  const session = await readSession(url);
  if (!session) {
    throw new CliError(
      `Nobody is signed in to ${url}.`,
      exitCodes.unauthorized,
      'Sign in: trellis sign-in',
    );
  }
  const { cookie } = session;
  return new Trellis({ baseUrl: url, token: () => 'in-a-cookie', headers: { cookie } });
}

interface Answer {
  body: Record<string, unknown>;
  /** The cookies of requests so far, with those of this answer. */
  cookie: string;
}

/** Sends a request about signing in (https://better-auth.com/docs); throws the problem of the answer. */
export async function askSignIn(
  url: string,
  path: string,
  { body, cookie = '' }: { body: object; cookie?: string },
): Promise<Answer> {
  const response = await fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    redirect: 'error',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie },
  }).catch((cause: unknown) => {
    throw new TrellisConnectionError(`No response from ${url}`, { cause });
  });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok) throw new TrellisProblem(response, answer);
  return { body: answer, cookie: withCookies(cookie, response.headers.getSetCookie()) };
}

/** Adds the cookies of an answer to those that were sent, without their attributes. */
function withCookies(sent: string, received: string[]): string {
  const jar = new Map<string, string>();
  for (const cookie of [...sent.split('; '), ...received]) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (name === undefined || value === undefined) continue;
    if (value === '' || /;\s*max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map((entry) => entry.join('=')).join('; ');
}
