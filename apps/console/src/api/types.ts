import { queryOptions } from '@tanstack/react-query';
import { isProblem, type components, type Trellis } from '@trellis/client';
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

export type NewVersion = components['schemas']['NewConnectorTypeVersion'];

/** The media types of logos, and their largest size. */
export const logoTypes = ['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'];
export const maxLogoBytes = 64 * 1024;

/** Uploads the logo of a type; throws an error that names the file. */
export async function putLogo(trellis: Trellis, type: string, file: File): Promise<void> {
  try {
    await trellis.fetch(`/connectors/types/${encodeURIComponent(type)}/logo`, {
      method: 'PUT',
      headers: { 'content-type': file.type },
      body: file,
    });
  } catch (error) {
    if (!isProblem(error)) throw error;
    const [first] = error.errors;
    const reason = first?.detail ?? error.detail ?? error.title;
    throw new Error(`${file.name} was not taken as the logo: ${reason}`, { cause: error });
  }
}

/** Returns whether a type is one of the account. */
export const isOwnType = (type: string): boolean => type.startsWith('x-');
