import { useMutationState } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(() => import('./toasts.js'));

/** Where messages are shown, from the first change that failed on: until then nobody needs the library. */
export function ToastsOnDemand() {
  const [isNeeded, setIsNeeded] = useState(false);
  const failed = useMutationState({ filters: { status: 'error' }, select: () => true });
  if (!isNeeded && failed.length > 0) setIsNeeded(true);
  return <Suspense fallback={null}>{isNeeded && <Toasts />}</Suspense>;
}
