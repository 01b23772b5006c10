import type { Connector, ResolveHost } from '@trellis/connector-sdk';
import type { unitsContract } from '@trellis/contracts';
import type { Client, durableQueue, schedules } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import type { Database } from './database.js';
import type { RemovalData } from './removal/job.js';
import type { PollData } from './polling/schedule.js';

/** What the handlers and jobs of this service work with. */
export interface Runtime {
  database: Database;
  connectors: readonly Connector[];
  sealing: Sealing;
  units: Client<typeof unitsContract>;
  polls: ReturnType<typeof schedules<PollData>>;
  removals: ReturnType<typeof durableQueue<RemovalData>>;
  resolve: ResolveHost;
  log: Logger;
  pollTimeout: number;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}
