import { useMutationState } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

const Toasts = lazy(() => import('./toasts.js'));

/**
 * Loads the toasts with the first mutation, since they are not needed before. Pending mutations count, too: one that
 * has ended may be gone from the cache before its end is rendered.
 */
export function ToastsOnDemand() {
  const [isNeeded, setIsNeeded] = useState(false);
  const mutations = useMutationState({ select: () => true });
  if (!isNeeded && mutations.length > 0) setIsNeeded(true);
  return <Suspense fallback={null}>{isNeeded && <Toasts />}</Suspense>;
}
