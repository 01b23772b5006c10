import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Minimum age of data before it is read again (ms). */
const minAgeMs = 5_000;

/** Reads a query again after something that it depends on has changed, rate-limited. */
export function useRefresh(
  { dataUpdatedAt, refetch }: Pick<UseQueryResult, 'dataUpdatedAt' | 'refetch'>,
  changed: unknown,
  ageMs = minAgeMs,
) {
  const [shown, setShown] = useState(changed);
  useEffect(() => {
    if (changed === shown) return undefined;
    const waitMs = Math.max(0, dataUpdatedAt + ageMs - Date.now());
    const timer = setTimeout(() => {
      setShown(changed);
      void refetch();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [changed, shown, dataUpdatedAt, refetch, ageMs]);
}
