import { Loader } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  credentialsFromFragment,
  forgetCredentials,
  storeCredentials,
  storedCredentials,
  type Credentials,
} from './credentials.js';
import { signIn, type Session } from './session.js';
import { SessionContext } from './session-context.js';

const SignIn = lazy(() => import('./sign-in.js'));

type State =
  | { is: 'starting' }
  | { is: 'signed-out'; failure?: unknown }
  | { is: 'signed-in'; session: Session };

/**
 * What a link carries in its fragment, and else what was stored. The secret leaves the address bar and the history of
 * the browser before anything else happens.
 */
function initialCredentials(): Credentials | undefined {
  const linked = credentialsFromFragment(window.location.hash);
  if (linked) history.replaceState(null, '', window.location.pathname + window.location.search);
  return linked ?? storedCredentials(sessionStorage);
}

const initial = initialCredentials();

/** Shows the sign-in page until somebody has signed in. */
export function SessionGate({ onSignOut, children }: { onSignOut(): void; children: ReactNode }) {
  const [state, setState] = useState<State>({ is: initial ? 'starting' : 'signed-out' });

  useEffect(() => {
    if (!initial) return;
    signIn(initial).then(
      (session) => setState({ is: 'signed-in', session }),
      (failure: unknown) => setState({ is: 'signed-out', failure }),
    );
  }, []);

  const signOut = useCallback(() => {
    forgetCredentials(sessionStorage);
    onSignOut();
    setState({ is: 'signed-out' });
  }, [onSignOut]);

  async function onSignIn(credentials: Credentials, isKept: boolean) {
    const session = await signIn(credentials);
    if (isKept) storeCredentials(sessionStorage, credentials);
    setState({ is: 'signed-in', session });
  }

  const session = state.is === 'signed-in' ? state.session : undefined;
  const signedIn = useMemo(() => session && { ...session, signOut }, [session, signOut]);
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
