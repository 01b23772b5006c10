import type { ConnectorClient, ListedClient } from '@trellis/contracts';
import type { JobTimes } from '@trellis/messaging';
import type { ClientReadRow } from './read.sql.js';

type RequestedRemoval = NonNullable<ClientReadRow['removal']>;

/** How far the removal of a client is that was requested; nothing of one that stays. */
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

/** What has come of a removal that was requested. */
export const toRemovalState = ({
  since,
  attempts,
  code,
  detail,
  failed,
}: RequestedRemoval): NonNullable<ListedClient['removal']> => ({
  since: new Date(since).toISOString(),
  attempts,
  ...(code !== null &&
    failed !== null && {
      last_error: { code, detail: detail ?? '', at: new Date(failed).toISOString() },
    }),
});
