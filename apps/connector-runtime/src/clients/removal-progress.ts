import type { ConnectorClient } from '@trellis/contracts';
import type { JobTimes } from '@trellis/messaging';
import type { ClientReadRow } from './read.sql.js';

/** How far the removal of a client is that was requested; nothing of one that stays. */
export function toRemoval(
  { removal, mappings }: Pick<ClientReadRow, 'removal' | 'mappings'>,
  { nextRun }: JobTimes = {},
): Pick<ConnectorClient, 'removal'> {
  if (!removal) return {};
  const { since, attempts, code, detail, failed } = removal;
  return {
    removal: {
      since: new Date(since).toISOString(),
      things_left: removal.things_removed ? 0 : mappings.length,
      attempts,
      ...(code !== null &&
        failed !== null && {
          last_error: { code, detail: detail ?? '', at: new Date(failed).toISOString() },
        }),
      next_attempt: nextRun?.toISOString() ?? null,
    },
  };
}
