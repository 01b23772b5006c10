import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type AuditEntry = components['schemas']['AuditEntry'];
export type Quota = components['schemas']['Quota'];

export interface AuditConditions {
  operation?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  resource?: string | undefined;
}

export const auditQuery = (trellis: Trellis, conditions: AuditConditions) =>
  pagesQuery<AuditEntry>(['audit', conditions], ({ query, signal }) =>
    trellis.get('/audit', { query: { ...conditions, ...query }, signal }),
  );

export const limitsQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['limits'],
    // No event reports stored values or registered apps.
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => (await trellis.get('/limits', { signal })).data.quotas,
  });

export type Retention = components['schemas']['Retention'];

export const retentionQuery = (trellis: Trellis) =>
  resourceQuery(trellis, ['retention'], '/retention', {});

export type Usage = components['schemas']['Usage'];
export type UsageGroup = 'day' | 'connector' | 'subject';

export const usageQuery = (trellis: Trellis, group: UsageGroup, since: string) =>
  pagesQuery<Usage>(['usage', group, since], ({ query, signal }) =>
    trellis.get('/usage', { query: { ...query, group_by: group, since }, signal }),
  );

/** Share from which on a quota is nearly used up. */
const scarceShare = 0.8;

/** Returns the used share of a quota, from 0 to 1; 0 for quotas that are counted per unit, thing and so on. */
export const shareInUse = ({ used, limit }: Quota): number =>
  used === undefined || limit === 0 ? 0 : used / limit;

export const isScarce = (quota: Quota): boolean => shareInUse(quota) >= scarceShare;

export const subjectsQuery = (trellis: Trellis) =>
  pagesQuery(['subjects'], ({ query, signal }) => trellis.get('/subjects', { query, signal }));

export const subjectQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['subject', id], '/subjects/{id}', { path: { id } });

export type Erasure = components['schemas']['Erasure'];

export const erasureQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['erasure', id], '/erasures/{id}', { path: { id } }),
    // No event reports its progress.
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1_000),
  });

export const visibleUnitsQuery = (trellis: Trellis, subject: string) =>
  pagesQuery(['subject', subject, 'units'], ({ query, signal }) =>
    trellis.get('/subjects/{id}/visibility', { path: { id: subject }, query, signal }),
  );

export type App = components['schemas']['App'];
export type Scope = components['schemas']['NewApp']['scopes'][number];

export const scopeTexts: Record<Scope, string> = {
  'svc.things.read': 'Read things',
  'svc.things.admin': 'Create and delete things, write their properties and invoke their actions',
  'svc.things.act': 'Write properties and invoke actions of things',
  'svc.units.read': 'Read units, subjects and limits',
  'svc.units.admin': 'Create, change and delete units',
  'svc.connector': 'Set up connectors, connect and delete clients, and manage alerts',
  'svc.connector.read': 'Read connectors, clients, their activity and alerts',
  'svc.connector.pause': 'Pause, resume and poll clients',
  'svc.audit.read': 'Read the audit log',
  'svc.apps.admin': 'Register, rotate and revoke apps',
};

export const scopeNames = Object.keys(scopeTexts) as Scope[];

/** The scopes one of which is needed to read the names of apps. */
export const appNamesScopes: readonly Scope[] = [
  'svc.things.read',
  'svc.connector.read',
  'svc.audit.read',
];

export const appNamesQuery = (trellis: Trellis) =>
  pagesQuery(
    ['apps', 'names'],
    ({ query, signal }) => trellis.get('/apps/names', { query, signal }),
    maxAppNames,
  );

const maxAppNames = 200;

export const appsQuery = (trellis: Trellis) =>
  pagesQuery<App>(['apps'], ({ query, signal }) => trellis.get('/apps', { query, signal }));
