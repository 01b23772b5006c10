import type { components, OperationConditions, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type { OperationConditions };
export type Operation = components['schemas']['ClientOperation'];
export type OperationRun = Operation['runs'][number];
export type RecordedRequest = components['schemas']['RecordedRequest'];
export type RecordedContent = NonNullable<RecordedRequest['sent']>;

/** Lists what was done for clients, the last one first. */
export const operationsQuery = (trellis: Trellis, conditions: OperationConditions, limit: number) =>
  pagesQuery<Operation>(
    ['operations', conditions],
    ({ query, signal }) => trellis.get('/activity', { query: { ...conditions, ...query }, signal }),
    limit,
  );

export const operationQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['operation', id], '/activity/{id}', { path: { id } });
