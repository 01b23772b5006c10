import { createContext, use } from 'react';
import type { Session } from './session.js';

interface SignedIn extends Session {
  signOut(): void;
  /** Continues with the new secret of the app. */
  changeSecret(clientSecret: string): void;
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);

export function useSession(): SignedIn {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

export const useTrellis = () => useSession().trellis;
