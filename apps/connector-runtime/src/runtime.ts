import type { QuotaLimits, UnitsContract } from '@trellis/contracts';
import type { RpcClient, SubscribeHints } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { ActivityCounter } from './accounts/count-activity.js';
import type { Mailer } from '@trellis/mail';
import type { Outbox } from './delivery/outbox.js';
import type { PollRequests } from './hooks/poll-requests.js';
import type { Isolation } from './isolation/isolation.js';
import type { Bulkhead } from './limits/bulkhead.js';
import type { RuntimeMetrics } from './metrics.js';
import type { ReadClient } from './polling/read.js';
import type { PollStore } from './polling/store.js';
import type { Queues } from './queues.js';
import type { SessionNeeds } from './session.js';

/** Everything that `main.ts` creates. Each handler and worker names the part that it uses. */
export interface Runtime extends SessionNeeds, Queues {
  units: RpcClient<UnitsContract>;
  outbox: Outbox;
  readClient: ReadClient;
  store: PollStore;
  activity: ActivityCounter;
  pollRequests: PollRequests;
  quotas: QuotaLimits<'connectors'>;
  metrics: Pick<RuntimeMetrics, 'record'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether webhooks may be on this machine and in private networks. */
  allowPrivate: boolean;
  /** Sends e-mails; undefined without a mail server. */
  mailer: Mailer | undefined;
  isolation: Isolation;
  /** Limits one kind of work that uses remote technologies. */
  bulkhead: Bulkhead;
  /** Limits the polls that test configurations. */
  trials: Bulkhead;
  /** Limits test messages to apps. */
  testMessages: Bulkhead;
  subscribe: SubscribeHints;
  /** Publishes that an interaction or a bulk command has ended. */
  publishEnded(id: string): Promise<void>;
  /** Publishes that subjects are erased, or were. */
  publishErasures(): Promise<void>;
  /** Publishes that connections of agents are to end, except one that is new. */
  publishAgentsEnded(agents: string[], except?: string): Promise<void>;
  /** Publishes that subscriptions with an address have changed. */
  publishSubscriptions(): Promise<void>;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}
