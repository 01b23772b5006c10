import { isProblem, Trellis, type TokenSource } from '@trellis/client';
import { readClaims, SignInFailure, type Session } from '../session/session.js';
import {
  addressOf,
  ask,
  asPerson,
  environmentIn,
  readPerson,
  type Environment,
  type Organization,
  type Person,
} from '../api/people.js';

/** Time before expiry at which a token is renewed (ms). */
const renewEarlyMs = 30_000;

const lastUsed = 'trellis.environment';

/** A person who is signed in, and where: there is no session without an environment, or in one that was deleted. */
export interface PersonSession {
  person: Person;
  organizations: Organization[];
  session?: Session;
  /** The organization of the environment, if that is closed until the person turns on two-step sign-in. */
  closedBy?: Organization;
  /** Whether the address names an environment that is not theirs. */
  isElsewhere?: boolean;
}

/** Opens the session in the cookie of the browser; undefined if nobody is signed in. */
export async function openPerson(
  onEnded: (failure: unknown) => void,
): Promise<PersonSession | undefined> {
  const person = await readPerson();
  if (!person) return undefined;
  const organizations = (await asPerson().get('/organizations')).data;
  const found = chooseEnvironment(organizations);
  if (found === 'elsewhere') return { person, organizations, isElsewhere: true };
  if (!found) return { person, organizations };
  const { environment, organization } = found;
  localStorage.setItem(lastUsed, environment.id);
  const token = environmentToken(environment, onEnded);
  const first = await firstOf(token);
  if (first === undefined) return { person, organizations, closedBy: organization };
  const { scopes } = readClaims(first);
  const session: Session = {
    trellis: new Trellis({ baseUrl: window.location.origin, token }),
    account: `${organization.name} · ${environment.name}`,
    scopes,
    identity: person.email,
    person: { ...person, organization, environment, organizations },
    leave: () => void ask('/sign-out', {}).finally(() => window.location.assign('/console')),
  };
  return { person, organizations, session };
}

/** Requests a token; undefined if the organization requires two-step sign-in first. */
async function firstOf(token: TokenSource): Promise<string | undefined> {
  try {
    return await token({});
  } catch (error) {
    if (isProblem(error, 'two_factor_needed')) return undefined;
    throw error;
  }
}

/** Returns the environment of the address, or else the one that was used last, or the first. */
function chooseEnvironment(organizations: Organization[]) {
  const all = organizations.flatMap((organization) =>
    organization.environments.map((environment) => ({ organization, environment })),
  );
  const open = all.filter(({ environment }) => !environment.deletion);
  const named = environmentIn(window.location.pathname);
  const byId = (id: string | null | undefined) =>
    all.find(({ environment }) => environment.id === id);
  if (named !== undefined) {
    const found = byId(named);
    if (!found) return 'elsewhere';
    return open.includes(found) ? found : undefined;
  }
  const last = byId(localStorage.getItem(lastUsed));
  const found = last && open.includes(last) ? last : open[0];
  if (found) enter(found.environment);
  return found;
}

/** Leads to the same screen of an environment, whose addresses all begin with it. */
function enter(environment: Environment): void {
  const { pathname, search } = window.location;
  const rest = pathname.replace(/^\/console/, '');
  window.location.replace(`${addressOf(environment)}${rest}${search}`);
}

/** Returns a source of access tokens for an environment. Concurrent callers share one request. */
function environmentToken({ id }: Environment, onEnded: (failure: unknown) => void): TokenSource {
  let current: { text: string; renewAt: number } | undefined;
  let waiting: Promise<string> | undefined;
  async function renew(): Promise<string> {
    const answer = await asPerson()
      .post('/environments/{id}/token', { path: { id } })
      .catch(endOrThrow);
    const { access_token: text, expires_in } = answer.data;
    current = { text, renewAt: Date.now() + expires_in * 1_000 - renewEarlyMs };
    return text;
  }
  function endOrThrow(error: unknown): never {
    // Leads to the page on which owners restore it.
    if (isProblem(error, 'environment_deleted')) window.location.reload();
    if (!isProblem(error, 'not_signed_in') && !isProblem(error, 'not_found')) throw error;
    const failure = new SignInFailure('Your session has ended. Sign in again to continue.');
    onEnded(failure);
    throw failure;
  }
  return async ({ rejected }) => {
    if (current && current.text !== rejected && Date.now() < current.renewAt) return current.text;
    return (waiting ??= renew().finally(() => (waiting = undefined)));
  };
}
