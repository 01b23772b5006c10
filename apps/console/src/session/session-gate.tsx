import { Loader } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  credentialsFromFragment,
  forgetCredentials,
  storeCredentials,
  storedCredentials,
  type Credentials,
  type LinkedCredentials,
} from './credentials.js';
import { forgetSession, hasStoredSession, isRedirect } from './openid/storage.js';
import { SessionContext, signIn, withCredentials, type Session } from './session.js';

const SignIn = lazy(() => import('./sign-in.js'));

type State =
  | { is: 'starting' }
  | { is: 'signed-out'; failure?: unknown }
  | { is: 'signed-in'; session: Session };

type OnEnded = (failure: unknown) => void;

/**
 * Returns the credentials of a link, or else the stored ones. Removes the secret from the address bar and the browser
 * history first.
 */
function initialCredentials(): LinkedCredentials | undefined {
  const linked = credentialsFromFragment(window.location.hash);
  if (linked) history.replaceState(null, '', window.location.pathname + window.location.search);
  return linked ?? stored();
}

function stored(): LinkedCredentials | undefined {
  const credentials = storedCredentials(sessionStorage);
  return credentials && { ...credentials, isRemembered: true };
}

const initial = initialCredentials();
const openId = () => import('./openid/open-session.js');

function initialSession(): ((onEnded: OnEnded) => Promise<Session>) | undefined {
  if (isRedirect(window.location.pathname)) {
    return async (onEnded) => (await openId()).openRedirect(onEnded);
  }
  if (initial) return () => signInAndStore(initial, initial.isRemembered);
  if (!hasStoredSession(sessionStorage)) return undefined;
  return async (onEnded) => (await openId()).openStored(onEnded);
}

const open = initialSession();

async function signInAndStore(credentials: Credentials, isRemembered: boolean): Promise<Session> {
  const session = await signIn(credentials);
  if (isRemembered) storeCredentials(sessionStorage, credentials);
  return session;
}

export function SessionGate({ onSignOut, children }: { onSignOut(): void; children: ReactNode }) {
  const [state, setState] = useState<State>({ is: open ? 'starting' : 'signed-out' });

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
    open?.(end).then(
      (session) => setState({ is: 'signed-in', session }),
      (failure: unknown) => setState({ is: 'signed-out', failure }),
    );
  }, [end]);

  async function onSignIn(credentials: Credentials, isRemembered: boolean) {
    setState({ is: 'signed-in', session: await signInAndStore(credentials, isRemembered) });
  }

  const session = state.is === 'signed-in' ? state.session : undefined;
  const signedIn = useMemo(
    () => session && withActions(session, { end, setState }),
    [session, end],
  );
  if (state.is === 'starting') return <Loader m="xl" />;
  if (state.is === 'signed-out') {
    return (
      <Suspense fallback={<Loader m="xl" />}>
        <SignIn failure={state.failure} onSignIn={onSignIn} />
      </Suspense>
    );
  }
  return <SessionContext value={signedIn}>{children}</SessionContext>;
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
