import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type ConnectorDescription = components['schemas']['ConnectorDescription'];
export type ConnectorInstance = components['schemas']['ConnectorInstance'];
export type ConnectorClient = components['schemas']['ConnectorClient'];
/** A client as a list shows it. */
export type ListedClient = components['schemas']['ListedConnectorClient'];
export type Removal = components['schemas']['Removal'];
export type UnitSuggestion = components['schemas']['UnitSuggestion'];

export const descriptionsQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['descriptions'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await trellis.get('/connectors/descriptions', { signal })).data,
  });

/** The developer's instances: at most one of each connector type. */
export const instancesQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['instances'],
    queryFn: async ({ signal }) => {
      const { data } = await trellis.get('/connectors/instances', { signal });
      const ids = data.map(({ href }) => href.slice(href.lastIndexOf('/') + 1));
      const read = (id: string) =>
        trellis.get('/connectors/instances/{id}', { path: { id }, signal });
      return (await Promise.all(ids.map(read))).map((answer) => answer.data);
    },
  });

export const instanceQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['instance', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/connectors/instances/{id}', { path: { id }, signal })).data,
  });

export interface ClientConditions {
  paused?: 'true' | 'false';
  attention?: 'true';
}

export const clientsQuery = (trellis: Trellis, conditions: ClientConditions = {}, limit?: number) =>
  pagesQuery(
    ['clients', conditions, limit],
    ({ query, signal }) =>
      trellis.get('/connectors/clients', {
        query: { ...query, ...conditions, view: 'summary' },
        signal,
      }),
    limit,
  );

/** The clients of one end user. */
export const clientsOfSubjectQuery = (trellis: Trellis, subject: string) =>
  pagesQuery(['clients', { subject }], ({ query, signal }) =>
    trellis.forSubject(subject).get('/connectors/clients', { query, signal }),
  );

export type Activity = components['schemas']['Activity'];
export type HourOfActivity = Activity['hours'][number];

/** What the clients of the account do; nothing tells of polls. */
export const activityQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['activity'],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => (await trellis.get('/connectors/activity', { signal })).data,
  });

export const clientQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/connectors/clients/{id}', { path: { id }, signal })).data,
    // Nothing tells of polls that succeed, or of a removal that goes on.
    refetchInterval: ({ state }) =>
      state.data?.removal || state.data?.status === 'STARTING' ? 2_000 : 15_000,
  });

/** The configuration of a client as a form begins with it: read anew each time. */
export const configurationQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['configuration', id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await trellis.get('/connectors/clients/{id}/configuration', { path: { id }, signal })).data,
  });

export const suggestionsQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['suggestions', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/connectors/clients/{id}/unit_suggestions', { path: { id }, signal }))
        .data,
  });
