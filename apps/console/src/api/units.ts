import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type Unit = components['schemas']['Unit'];
export type ListedUnit = components['schemas']['ListedUnit'];
export type UnitProperty = components['schemas']['UnitProperty'];

export interface UnitConditions {
  search?: string | undefined;
  type?: string | undefined;
  subject?: string | undefined;
}

export const unitsQuery = (trellis: Trellis, conditions: UnitConditions = {}) =>
  pagesQuery(['units', conditions], ({ query, signal }) =>
    trellis.get('/units', { query: { ...conditions, ...query, view: 'summary' }, signal }),
  );

export const rootsQuery = (trellis: Trellis) =>
  pagesQuery(['units', 'roots'], ({ query, signal }) =>
    trellis.get('/units', { query: { parents: 'none', ...query, view: 'summary' }, signal }),
  );

export const childrenQuery = (trellis: Trellis, id: string) =>
  pagesQuery(['children', id], ({ query, signal }) =>
    trellis.get('/units/{id}/children', {
      path: { id },
      signal,
      query: { ...query, view: 'summary' },
    }),
  );

export const unitQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['unit', id], '/units/{id}', { path: { id } });

/** Maximum number of things that a list counts per unit. */
export const maxCountedThings = 100;

export const seeingSubjectsQuery = (trellis: Trellis, id: string) =>
  pagesQuery(['unit', id, 'subjects'], ({ query, signal }) =>
    trellis.get('/units/{id}/visibility', { path: { id }, query, signal }),
  );

export const unitSummaryQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['summary', id], '/units/{id}/summary', { path: { id } }),
    staleTime: 30_000,
  });
