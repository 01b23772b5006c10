import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';
import { idOf } from './references.js';

export type ConnectorDescription = components['schemas']['ConnectorDescription'];
export type ConnectorInstance = components['schemas']['ConnectorInstance'];
export type ConnectorClient = components['schemas']['ConnectorClient'];
export type ListedClient = components['schemas']['ListedConnectorClient'];
export type ConnectorTrial = components['schemas']['ConnectorTrial'];
export type Removal = components['schemas']['Removal'];
export type UnitSuggestion = components['schemas']['UnitSuggestion'];

export const descriptionsQuery = (trellis: Trellis) =>
  queryOptions({
    ...resourceQuery(trellis, ['descriptions'], '/connectors/descriptions', {}),
    staleTime: Infinity,
  });

/** Reads the instances of the account: at most one per connector type. */
export const instancesQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['instances'],
    queryFn: async ({ signal }) => {
      const { data } = await trellis.get('/connectors/instances', { signal });
      const read = async ({ href }: { href: string }) =>
        (await trellis.get('/connectors/instances/{id}', { path: { id: idOf(href) }, signal }))
          .data;
      return Promise.all(data.map(read));
    },
  });

export const instanceQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['instance', id], '/connectors/instances/{id}', { path: { id } });

export const instanceOf = (
  instances: ConnectorInstance[] | undefined,
  { id }: Pick<ConnectorDescription, 'id'>,
): ConnectorInstance | undefined =>
  instances?.find(({ connector }) => idOf(connector.href) === String(id));

export interface ClientConditions {
  paused?: 'true' | 'false';
  attention?: 'true';
  /** The id of an agent. */
  via?: string;
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

export const clientsOfSubjectQuery = (trellis: Trellis, subject: string) =>
  pagesQuery(['clients', { subject }], ({ query, signal }) =>
    trellis.forSubject(subject).get('/connectors/clients', { query, signal }),
  );

/** Connect sessions of a subject. They are refetched, since no event reports them. */
export const connectSessionsQuery = (trellis: Trellis, subject: string) => ({
  ...pagesQuery(['connect-sessions', { subject }], ({ query, signal }) =>
    trellis.forSubject(subject).get('/connect/sessions', { query, signal }),
  ),
  refetchInterval: 10_000,
});

export type Activity = components['schemas']['Activity'];
export type HourOfActivity = Activity['hours'][number];

/** Reads the recent activity of all clients. It is refetched, since no event reports polls. */
export const activityQuery = (trellis: Trellis) =>
  queryOptions({
    ...resourceQuery(trellis, ['activity'], '/connectors/activity', {}),
    refetchInterval: 30_000,
  });

export type HourOfInstance = components['schemas']['InstanceActivity']['hours'][number];

/** Reads what the polls of an instance's clients did in the last hours. */
export const instanceActivityQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['activity', id], '/connectors/instances/{id}/activity', {
      path: { id },
    }),
    refetchInterval: 30_000,
  });

export const clientQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['client', id], '/connectors/clients/{id}', { path: { id } }),
    // No event reports successful polls or the progress of a removal.
    refetchInterval: ({ state }) =>
      state.data?.removal || state.data?.status === 'STARTING' ? 2_000 : 15_000,
  });

/** Reads the configuration of a client for a form, without a cache. */
export const configurationQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['configuration', id], '/connectors/clients/{id}/configuration', {
      path: { id },
    }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const instanceConfigurationQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['configuration', id], '/connectors/instances/{id}/configuration', {
      path: { id },
    }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const suggestionsQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['suggestions', id], '/connectors/clients/{id}/unit_suggestions', {
    path: { id },
  });
