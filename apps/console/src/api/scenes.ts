import type { components, Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type Scene = components['schemas']['Scene'];
type Batch = components['schemas']['InteractionBatch'];
export type BatchResult = components['schemas']['InteractionBatchResult'];

export const scenesQuery = (trellis: Trellis, id: string) =>
  pagesQuery(['unit', id, 'scenes'], ({ query, signal }) =>
    trellis.get('/units/{id}/scenes', { path: { id }, query, signal }),
  );

export interface Activation {
  progress: Batch['progress'];
  /** Results of things that were not restored, at most {@link maxFailures}. */
  failures: BatchResult[];
}

const maxFailures = 20;

/** Activates a scene, and waits up to 20 seconds for its things. */
export async function activateScene(trellis: Trellis, id: string): Promise<Activation> {
  const header = { Prefer: 'wait=20' };
  const { data } = await trellis.post('/scenes/{id}/activate', { path: { id }, header });
  const { id: batch, progress } = data as Batch;
  if (progress.failed === 0) return { progress, failures: [] };
  const { data: failures } = await trellis.get('/interactions/{id}/results', {
    path: { id: batch },
    query: { status: 'failed', limit: maxFailures },
  });
  return { progress, failures };
}
