import type { Logger } from '@trellis/platform';
import type { ReadClient } from './read.js';
import { logged, recordFailure, type RecordNeeds } from './record.js';
import type { PollData } from './schedule.js';

interface Needs extends RecordNeeds {
  readClient: ReadClient;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Shows that the polls of a client were set aside, to its developer and to the operator. */
export async function recordSetAside(needs: Needs, { client: id }: PollData): Promise<void> {
  const client = await needs.readClient(id);
  if (!client) return;
  needs.log.error(
    logged(client.row),
    'polls set aside: they stopped the service three times in a row',
  );
  await recordFailure(needs, client.row, {
    code: 'set_aside',
    detail:
      'Its polls stopped the service three times in a row and were set aside. ' +
      'One more is attempted every hour.',
    cause: undefined,
  });
}
