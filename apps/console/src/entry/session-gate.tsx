import { Loader } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  credentialsFromFragment,
  forgetCredentials,
  storeCredentials,
  storedCredentials,
  type Credentials,
  type LinkedCredentials,
} from '../session/credentials.js';
import type { Organization, Person } from '../api/people.js';
import { isProblem } from '@trellis/client';
import { invitationAt } from '../people/open-invitation.js';
import { forgetSession, hasStoredSession, isRedirect } from '../session/openid/storage.js';
import {
  redeemCode,
  SessionContext,
  signIn,
  SignInFailure,
  withCredentials,
  type Session,
} from '../session/session.js';

const SignIn = lazy(() => import('./sign-in.js'));
const LinkQuestion = lazy(() => import('./link-question.js'));
const InvitationPage = lazy(() => import('../people/invitation-page.js'));
const NewPasswordPage = lazy(() => import('../people/new-password-page.js'));
const AuthorizePage = lazy(() => import('../people/authorize-page.js'));
const WithoutSecondStep = lazy(() => import('../people/without-second-step.js'));
const WithoutEnvironment = lazy(() => import('../people/without-environment.js'));

type State =
  | { is: 'starting' }
  | { is: 'signed-out'; failure?: unknown }
  | { is: 'invited'; link: string }
  | { is: 'new-password'; token: string }
  | { is: 'authorizing'; request: string }
  | {
      is: 'without-environment';
      person: Person;
      organizations: Organization[];
      isElsewhere?: boolean;
    }
  | { is: 'without-second-step'; person: Person; closedBy: Organization }
  | { is: 'asking'; linked: LinkedCredentials; offered: Session; current: Session | undefined }
  | { is: 'signed-in'; session: Session };

type OnEnded = (failure: unknown) => void;

/** Returns the credentials of a link. Removes the secret from the address bar and the browser history first. */
function takeLinked(): LinkedCredentials | undefined {
  const linked = credentialsFromFragment(window.location.hash);
  if (linked) history.replaceState(null, '', window.location.pathname + window.location.search);
  return linked;
}

type Open = (onEnded: OnEnded) => Promise<Session>;

const linked = takeLinked();
// A link that is opened in this tab changes only the fragment, which would stay in the address bar.
window.addEventListener('hashchange', () => {
  if (credentialsFromFragment(window.location.hash)) window.location.reload();
});
const openId = () => import('../session/openid/open-session.js');

function findSession(): Open | undefined {
  if (isRedirect(window.location.pathname)) {
    return async (onEnded) => (await openId()).openRedirect(onEnded);
  }
  const credentials = storedCredentials(sessionStorage);
  if (credentials) return () => signIn(credentials);
  if (!hasStoredSession(sessionStorage)) return undefined;
  return async (onEnded) => (await openId()).openStored(onEnded);
}

const open = findSession();

/** Returns why an OpenID provider, or Trellis behind it, did not sign in. Removes that from the address bar. */
function takeFailure(): SignInFailure | undefined {
  const error = new URLSearchParams(window.location.search).get('error');
  if (error === null || window.location.pathname !== '/console') return undefined;
  history.replaceState(null, '', window.location.pathname);
  return new SignInFailure(
    refusals[error] ?? 'You were not signed in: the provider or Trellis refused it.',
  );
}

/** Sentences for refusals, by the code that https://better-auth.com/docs puts into the address. */
const refusals: Record<string, string> = {
  INVITATION_NEEDED: 'Signing up takes an invitation for your e-mail address.',
  account_not_linked:
    'Somebody has signed up with your e-mail address and a password, and not confirmed it. Sign in with the password.',
  access_denied: 'You did not sign in at the provider.',
};

/** Returns the page of a link from an e-mail, which needs no session. */
function pageOfLink(): State | undefined {
  const { pathname, search } = window.location;
  const link = invitationAt(window.location);
  if (link !== undefined) return { is: 'invited', link };
  const failure = takeFailure();
  if (failure) return { is: 'signed-out', failure };
  const token = new URLSearchParams(search).get('token');
  return pathname === '/console/new-password' && token ? { is: 'new-password', token } : undefined;
}

async function start(onEnded: OnEnded): Promise<State> {
  const { pathname, search } = window.location;
  if (!linked && pathname === '/console/authorize') return { is: 'authorizing', request: search };
  if (!linked && open) return signedInOrOut(await open(onEnded));
  if (!linked) return pageOfLink() ?? startAsPerson(onEnded);
  const current = await open?.(onEnded).catch(() => undefined);
  return startByLink(linked, current).catch((failure: unknown) => {
    // A link that was used, perhaps to sign in this tab, does not end its session.
    if (current && failure instanceof SignInFailure) return signedInOrOut(current);
    throw failure;
  });
}

async function startAsPerson(onEnded: OnEnded): Promise<State> {
  const { openPerson } = await import('../people/open-session.js');
  // An installation with an external issuer has no people.
  const found = await openPerson(onEnded).catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  });
  if (!found) return { is: 'signed-out' };
  const { session, closedBy, ...other } = found;
  if (closedBy) return { is: 'without-second-step', person: other.person, closedBy };
  return session ? { is: 'signed-in', session } : { is: 'without-environment', ...other };
}

const signedInOrOut = (session: Session | undefined): State =>
  session ? { is: 'signed-in', session } : { is: 'signed-out' };

/** A link to the account of this tab needs no question. */
async function startByLink(link: LinkedCredentials, current: Session | undefined): Promise<State> {
  const linked = link.isCode ? { ...link, ...(await redeemCode(link)) } : link;
  const offered = await signIn(linked);
  if (offered.account !== current?.account) return { is: 'asking', linked, offered, current };
  return accept(linked, offered);
}

function accept(linked: LinkedCredentials, session: Session): State {
  forgetCredentials(sessionStorage);
  forgetSession(sessionStorage);
  storeIfRemembered(linked, linked.isRemembered);
  return { is: 'signed-in', session };
}

const storeIfRemembered = (credentials: Credentials, isRemembered: boolean) =>
  isRemembered && storeCredentials(sessionStorage, credentials);

export function SessionGate({ onSignOut, children }: { onSignOut(): void; children: ReactNode }) {
  const [state, setState] = useState<State>({ is: 'starting' });

  const end = useCallback(
    (failure?: unknown) => {
      forgetCredentials(sessionStorage);
      forgetSession(sessionStorage);
      onSignOut();
      setState({ is: 'signed-out', failure });
    },
    [onSignOut],
  );

  useEffect(() => {
    start(end).then(setState, (failure: unknown) => setState({ is: 'signed-out', failure }));
  }, [end]);

  async function onSignIn(credentials: Credentials, isRemembered: boolean) {
    const session = await signIn(credentials);
    storeIfRemembered(credentials, isRemembered);
    setState({ is: 'signed-in', session });
  }

  async function onPerson() {
    setState(await startAsPerson(end));
  }

  const session = state.is === 'signed-in' ? state.session : undefined;
  const signedIn = useMemo(
    () => session && withActions(session, { end, setState }),
    [session, end],
  );
  if (state.is === 'starting') return <Loader m="xl" />;
  if (state.is === 'signed-in') {
    return <SessionContext value={signedIn}>{children}</SessionContext>;
  }
  const page = () => {
    switch (state.is) {
      case 'invited':
        return <InvitationPage link={state.link} />;
      case 'new-password':
        return <NewPasswordPage token={state.token} />;
      case 'authorizing':
        return <AuthorizePage request={state.request} />;
      case 'without-environment':
        return <WithoutEnvironment {...state} />;
      case 'without-second-step':
        return <WithoutSecondStep {...state} />;
      case 'asking':
        return (
          <LinkQuestion
            offered={state.offered}
            current={state.current}
            onAccept={() => setState(accept(state.linked, state.offered))}
            onDecline={() => setState(signedInOrOut(state.current))}
          />
        );
      case 'signed-out':
        return <SignIn failure={state.failure} onSignIn={onSignIn} onPerson={onPerson} />;
    }
  };
  return <Suspense fallback={<Loader m="xl" />}>{page()}</Suspense>;
}

function withActions(
  session: Session,
  { end, setState }: { end(): void; setState(state: State): void },
) {
  return {
    ...session,
    signOut() {
      end();
      session.leave?.();
    },
    changeSecret(clientSecret: string) {
      const credentials = { clientId: session.app!, clientSecret };
      if (storedCredentials(sessionStorage)) storeCredentials(sessionStorage, credentials);
      setState({ is: 'signed-in', session: withCredentials(session, credentials) });
    },
  };
}
