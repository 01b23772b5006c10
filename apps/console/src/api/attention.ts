import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Trellis } from '@trellis/client';
import { clientQuery, type ConnectorClient } from './connectors.js';
import { idOf } from './references.js';

/** How many clients are looked at: the interface has no list of those that fail. */
const maxClients = 100;

const atOnce = 4;

export interface Attention {
  /** The clients that were looked at. */
  clients: ConnectorClient[];
  /** Whether there are further ones. */
  hasMore: boolean;
}

/** The clients of the account, as far as they are looked at for what needs attention. */
export const attentionQuery = (trellis: Trellis, queries: QueryClient) =>
  queryOptions({
    queryKey: ['clients', 'attention'],
    refetchInterval: 30_000,
    async queryFn({ signal }): Promise<Attention> {
      const query = { limit: maxClients };
      const { data, response } = await trellis.get('/connectors/clients', { query, signal });
      const ids = data.map(({ href }) => idOf(href));
      const clients: ConnectorClient[] = [];
      const worker = async () => {
        for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
          const { data } = await trellis.get('/connectors/clients/{id}', { path: { id }, signal });
          queries.setQueryData(clientQuery(trellis, id).queryKey, data);
          clients.push(data);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return { clients, hasMore: response.headers.has('link') };
    },
  });
