import type { components, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type Alert = components['schemas']['Alert'];
export type AlertWithState = components['schemas']['AlertWithState'];
export type NewAlert = components['schemas']['NewAlert'];
export type Condition = Alert['condition'];

/** No event reports what fires. */
const refetchInterval = 10_000;

export const alertsQuery = (trellis: Trellis) => ({
  ...pagesQuery<Alert>(['alerts'], ({ query, signal }) =>
    trellis.get('/alerts', { query, signal }),
  ),
  refetchInterval,
});

export const alertQuery = (trellis: Trellis, id: string) => ({
  ...resourceQuery(trellis, ['alert', id], '/alerts/{id}', { path: { id } }),
  refetchInterval,
});
