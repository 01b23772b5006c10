import type { ReactNode } from 'react';
import type { Scope } from '../api/account.js';
import { refusalOf, useSession } from './session.js';

type Needed = Scope | readonly Scope[];

/** Returns why the user may not use operations that need these scopes; undefined if they may. */
export function useRefusal(scope: Needed): string | undefined {
  return refusalOf(useSession(), scope);
}

interface MayProps {
  /** The scopes of the operations, all of which are needed. */
  scope: Needed;
  /** Shown to those who lack a scope; nothing by default. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Controls that change something, for those who may use them. */
export const May = ({ scope, otherwise = null, children }: MayProps) =>
  useRefusal(scope) === undefined ? children : otherwise;
