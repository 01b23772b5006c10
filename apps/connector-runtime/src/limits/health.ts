import type { Client } from '../generated/prisma/client.js';
import type { WorkOrigin } from './bulkhead.js';

/** The health of a client's remote technology: any poll that failed counts, whatever the reason. */
export function healthOf({
  failures,
  status,
}: Pick<Client, 'failures' | 'status'>): WorkOrigin['health'] {
  if (failures > 0) return 'failing';
  return status === 'STARTED' ? 'healthy' : 'unknown';
}
