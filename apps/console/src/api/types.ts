import { queryOptions } from '@tanstack/react-query';
import type { components, Trellis } from '@trellis/client';
import { resourceQuery } from './pages.js';

export type ConnectorType = components['schemas']['ConnectorType'];

/** Reads a type of the account for its editor, without a cache. */
export const typeQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    ...resourceQuery(trellis, ['type', id], '/connectors/types/{id}', { path: { id } }),
    refetchOnWindowFocus: false,
  });

export const typeVersionsQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['type', id, 'versions'], '/connectors/types/{id}/versions', {
    path: { id },
  });

export type NewType = components['schemas']['NewConnectorType'];
export type NewVersion = components['schemas']['NewConnectorTypeVersion'];

/** The media types of logos. */
export const logoTypes = 'image/png,image/webp,image/jpeg,image/svg+xml';

/** Returns whether a type is one of the account. */
export const isOwnType = (type: string): boolean => type.startsWith('x-');
