import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Operation, OperationConditions } from '../api/activity.js';
import type { Page } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { useTrellis } from '../session/session.js';
import { withOperations } from './apply-operations.js';
import { whileVisible } from './while-visible.js';

/** Interval at which operations are shown (ms). */
const flushMs = 1_000;

/** Adds operations that meet the conditions to their list as they are stored. */
export function useLiveOperations(conditions: OperationConditions): void {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const key = JSON.stringify(conditions);
  useEffect(() => {
    const followed = JSON.parse(key) as OperationConditions;
    const queryKey = ['operations', followed];
    return whileVisible({
      async run(signal) {
        let received: Operation[] = [];
        const timer = setInterval(() => {
          if (received.length === 0) return;
          const stored = received;
          received = [];
          queries.setQueryData<InfiniteData<Page<Operation>>>(
            queryKey,
            (list) => list && withOperations(list, stored),
          );
          const stale = stored.flatMap(({ id, client }) => [
            `operation/${id}`,
            ...(client ? [`client/${idOf(client.href)}`] : []),
          ]);
          for (const one of new Set(stale)) {
            void queries.invalidateQueries({ queryKey: one.split('/') });
          }
        }, flushMs);
        try {
          for await (const { data } of trellis.operations(followed, { signal }))
            received.push(data);
        } finally {
          clearInterval(timer);
        }
      },
      // Read what the broken stream has missed.
      onFailure: () => void queries.invalidateQueries({ queryKey }),
    });
  }, [trellis, queries, key]);
}
