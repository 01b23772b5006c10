import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type Unit = components['schemas']['Unit'];
/** A unit as a list shows it. */
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

/** The units that are in no other. */
export const rootsQuery = (trellis: Trellis) =>
  pagesQuery(['units', 'roots'], ({ query, signal }) =>
    trellis.get('/units', { query: { parents: 'none', ...query, view: 'summary' }, signal }),
  );

export const childrenQuery = (trellis: Trellis, id: string) =>
  pagesQuery(['children', id], ({ query, signal }) =>
    trellis.get('/units/{id}/children', {
      ...{ path: { id }, signal },
      query: { ...query, view: 'summary' },
    }),
  );

export const unitQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['unit', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/units/{id}', { path: { id }, signal })).data,
  });

/** The most children, and things, that a list counts of a unit. */
const maxCounted = 100;

/** How many things a list shows of a unit. */
export const thingsText = (things: number): string =>
  `${things}${things === maxCounted ? '+' : ''} ${things === 1 ? 'thing' : 'things'}`;

/** The subjects that see a unit, with the reasons. */
export const seeingSubjectsQuery = (trellis: Trellis, id: string) =>
  pagesQuery(['unit', id, 'subjects'], ({ query, signal }) =>
    trellis.get('/units/{id}/visibility', { path: { id }, query, signal }),
  );

export const unitSummaryQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['summary', id],
    staleTime: 30_000,
    queryFn: async ({ signal }) =>
      (await trellis.get('/units/{id}/summary', { path: { id }, signal })).data,
  });
