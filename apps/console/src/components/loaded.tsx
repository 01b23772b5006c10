import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.js';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  lines?: number;
  children(data: Data): ReactNode;
}

/** Renders the data of a query, a placeholder while it loads, or the problem. */
export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} h={20} mb="xs" />
      ))}
    </div>
  );
}
