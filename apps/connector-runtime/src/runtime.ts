import type { Connector, ResolveHost } from '@trellis/connector-sdk';
import type { AnnouncementType, unitsContract } from '@trellis/contracts';
import type { Client, durableQueue, schedules } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import type { Database, Queries } from './database.js';
import type { DeliveryData } from './callbacks/job.js';
import type { InteractionData } from './interactions/job.js';
import type { PollData } from './polling/schedule.js';
import type { RemoteRates } from './remote/rates.js';
import type { Lanes } from './remote/lanes.js';
import type { RemovalData } from './removal/job.js';

/** What has happened, for the apps that ask to be told. */
export interface Announcement {
  developer: string;
  type: AnnouncementType;
  data: Record<string, unknown>;
}

/** An action of a thing that an app has made. */
export interface ActionRequest {
  /** Of the interaction. */
  id: string;
  developer: string;
  app: string;
  subject?: string | undefined;
  thing: string;
  action: string;
  input?: unknown;
  idempotent: boolean;
}

/** What the handlers and jobs of this service work with. */
export interface Runtime {
  database: Database;
  connectors: readonly Connector[];
  sealing: Sealing;
  units: Client<typeof unitsContract>;
  polls: ReturnType<typeof schedules<PollData>>;
  removals: ReturnType<typeof durableQueue<RemovalData>>;
  deliveries: ReturnType<typeof durableQueue<DeliveryData>>;
  interactions: ReturnType<typeof durableQueue<InteractionData>>;
  /** Tells whoever waits for an interaction that it has ended. */
  settled(interaction: string): Promise<void>;
  /** Has the callback of an app asked for an action; throws `no_callback` when it has none. */
  requestAction(request: ActionRequest): Promise<void>;
  /** Makes a change, and has the apps of the developer that ask for it told what has happened by it. */
  announce(events: Announcement[], change: (db: Queries) => Promise<unknown>): Promise<void>;
  resolve: ResolveHost;
  /** Whether this machine and private networks may be reached. */
  allowPrivate: boolean;
  rates: RemoteRates;
  /** For polls. */
  lanes: Lanes;
  /** For writes and actions, which a person waits for. */
  interactionLanes: Lanes;
  /** For messages to apps. */
  callbackLanes: Lanes;
  log: Logger;
  pollTimeout: number;
  interactionTimeout: number;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}
