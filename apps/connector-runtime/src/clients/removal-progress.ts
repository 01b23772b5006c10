import type { ConnectorClient, ListedClient } from '@trellis/contracts';
import type { JobTimes } from '@trellis/messaging';
import type { ClientReadRow } from './read.sql.js';

type RequestedRemoval = NonNullable<ClientReadRow['removal']>;

/** Returns the progress of a client's removal, if one was requested. */
export function toRemoval(
  { removal, mappings }: Pick<ClientReadRow, 'removal' | 'mappings'>,
  { nextRun }: JobTimes = {},
): Pick<ConnectorClient, 'removal'> {
  if (!removal) return {};
  return {
    removal: {
      ...toRemovalState(removal),
      things_left: removal.things_removed ? 0 : mappings.length,
      next_attempt: nextRun?.toISOString() ?? null,
    },
  };
}

/** Returns the state of a removal. */
export const toRemovalState = ({
  since,
  attempts,
  code,
  detail,
  failed,
}: RequestedRemoval): NonNullable<ListedClient['removal']> => ({
  since: new Date(since).toISOString(),
  attempts,
  last_error:
    code === null || failed === null
      ? undefined
      : { code, detail: detail ?? '', at: new Date(failed).toISOString() },
});
