import { queryOptions } from '@tanstack/react-query';
import { isProblem, type components, type Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type AuditEntry = components['schemas']['AuditEntry'];
export type Callback = components['schemas']['Callback'];
export type Delivery = components['schemas']['Delivery'];
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
    // Nothing tells of values that are kept, or of apps that are registered.
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => (await trellis.get('/limits', { signal })).data.quotas,
  });

/** From this share on a quota deserves a look. */
const scarceShare = 0.8;

/** How much of a quota is in use, from 0 to 1; 0 where it is counted for each of something. */
export const shareInUse = ({ used, limit }: Quota): number =>
  used === undefined || limit === 0 ? 0 : used / limit;

export const isScarce = (quota: Quota): boolean => shareInUse(quota) >= scarceShare;

export const subjectsQuery = (trellis: Trellis) =>
  pagesQuery(['subjects'], ({ query, signal }) => trellis.get('/subjects', { query, signal }));

export const subjectQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['subject', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/subjects/{id}', { path: { id }, signal })).data,
  });

/** The units that a subject sees, with the reasons. */
export const visibleUnitsQuery = (trellis: Trellis, subject: string) =>
  pagesQuery(['subject', subject, 'units'], ({ query, signal }) =>
    trellis.get('/subjects/{id}/visibility', { path: { id: subject }, query, signal }),
  );

/** The callback of the app; null where it has none. */
export const callbackQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['callback'],
    queryFn: async ({ signal }) => {
      try {
        return (await trellis.get('/callback', { signal })).data;
      } catch (error) {
        if (isProblem(error, 'not_found')) return null;
        throw error;
      }
    },
  });

/** What was sent to the callback, the newest first. */
export const deliveriesQuery = (trellis: Trellis, status: Delivery['status'] | undefined) =>
  pagesQuery<Delivery>(['deliveries', { status }], ({ query, signal }) =>
    trellis.get('/callback/deliveries', {
      query: { sort: '-created', ...query, ...(status && { status }) },
      signal,
    }),
  );
