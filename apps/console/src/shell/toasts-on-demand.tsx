import { useMutationState } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(() => import('./toasts.js'));

/** Loads the toasts after the first mutation, since they are not needed before. */
export function ToastsOnDemand() {
  const [isNeeded, setIsNeeded] = useState(false);
  const ended = useMutationState({
    filters: { predicate: ({ state }) => state.status === 'error' || state.status === 'success' },
    select: () => true,
  });
  if (!isNeeded && ended.length > 0) setIsNeeded(true);
  return <Suspense fallback={null}>{isNeeded && <Toasts />}</Suspense>;
}
