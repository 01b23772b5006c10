import type { components, Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type Agent = components['schemas']['Agent'];
export type PairingCode = components['schemas']['PairingCode'];

interface AgentConditions {
  state?: Agent['state'];
  subject?: string;
}

/** No event reports that an agent comes or goes. */
const refetchInterval = 10_000;

export const agentsQuery = (trellis: Trellis, { state, subject }: AgentConditions = {}) => ({
  ...pagesQuery<Agent>(['agents', { state, subject }], ({ query, signal }) =>
    (subject === undefined ? trellis : trellis.forSubject(subject)).get('/agents', {
      query: { ...query, ...(state && { state }) },
      signal,
    }),
  ),
  refetchInterval,
});

export const agentQuery = (trellis: Trellis, id: string) => ({
  ...resourceQuery(trellis, ['agent', id], '/agents/{id}', { path: { id } }),
  refetchInterval,
});
