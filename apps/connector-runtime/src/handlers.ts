import type { ConnectorsContract, Handlers } from '@trellis/contracts';
import { readActivity } from './activity/read.js';
import { redeemTicket } from './authorizations/begin.js';
import { completeAuthorization } from './authorizations/complete.js';
import { cancelBatch } from './batches/cancel.js';
import { listBatchResults, readBatch } from './batches/read.js';
import { previewBatch, startBatch } from './batches/start.js';
import { createClient } from './clients/create.js';
import { listClients } from './clients/list.js';
import { pauseClient, resumeClient } from './clients/pause.js';
import { pollNow } from './clients/poll-now.js';
import { readConfiguration } from './clients/read-configuration.js';
import { readClient, readRooms } from './clients/read.js';
import { previewClientRemoval, removeClient } from './clients/remove.js';
import { settleSweep } from './clients/settle-sweep.js';
import { showClients } from './clients/show.js';
import { updateClient } from './clients/update.js';
import { authorizeAgain } from './connect/authorize.js';
import { putBranding, readBranding } from './connect/branding.js';
import { readOverview } from './connect/overview.js';
import { listDescriptions } from './descriptions/list.js';
import { checkHealth } from './health.js';
import { receiveHook } from './hooks/receive.js';
import { createInstance } from './instances/create.js';
import { listInstances, readInstance } from './instances/read.js';
import { previewInstanceRemoval, removeInstance } from './instances/remove.js';
import { updateInstance } from './instances/update.js';
import { readInteraction } from './interactions/read.js';
import { startInteraction } from './interactions/start.js';
import { allowOrigin } from './oauth-apps/allow-origin.js';
import { authenticateApp } from './oauth-apps/authenticate.js';
import { createApp } from './oauth-apps/create.js';
import { listApps, readApp } from './oauth-apps/read.js';
import { removeApp } from './oauth-apps/remove.js';
import { updateApp } from './oauth-apps/update.js';
import { readRevocation } from './revoked-apps/revoked-apps.js';
import { rotateApp } from './oauth-apps/rotate.js';
import { readQuotaUse } from './quotas/read.js';
import { createSubscription } from './subscriptions/create.js';
import { listSubscriptions, readSubscription, removeSubscription } from './subscriptions/read.js';
import { rotateSubscription } from './subscriptions/rotate.js';
import { updateSubscription } from './subscriptions/update.js';
import { runTrial } from './trials/run.js';
import { listDeliveries, readDelivery, redeliver } from './webhooks/deliveries.js';
import { putWebhook, readWebhook, removeWebhook } from './webhooks/register.js';
import { replay } from './webhooks/replay.js';

/** The handler of each call of the contract. */
export const handlers = {
  'descriptions.list': listDescriptions,

  'instances.create': createInstance,
  'instances.list': listInstances,
  'instances.read': readInstance,
  'instances.update': updateInstance,
  'instances.remove': removeInstance,
  'instances.preview_removal': previewInstanceRemoval,

  'clients.create': createClient,
  'clients.list': listClients,
  'clients.read': readClient,
  'clients.show': showClients,
  'clients.read_configuration': readConfiguration,
  'clients.poll': pollNow,
  'clients.pause': pauseClient,
  'clients.resume': resumeClient,
  'clients.settle_sweep': settleSweep,
  'clients.rooms': readRooms,
  'clients.update': updateClient,
  'clients.remove': removeClient,
  'clients.preview_removal': previewClientRemoval,

  'activity.read': readActivity,

  'trials.run': runTrial,

  'authorizations.begin': redeemTicket,
  'authorizations.complete': completeAuthorization,

  'connect.read_branding': readBranding,
  'connect.put_branding': putBranding,
  'connect.overview': readOverview,
  'connect.authorize': authorizeAgain,

  'hooks.receive': receiveHook,

  'interactions.start': startInteraction,
  'interactions.read': readInteraction,

  'batches.preview': previewBatch,
  'batches.start': startBatch,
  'batches.read': readBatch,
  'batches.results': listBatchResults,
  'batches.cancel': cancelBatch,

  'webhooks.put': putWebhook,
  'webhooks.read': readWebhook,
  'webhooks.remove': removeWebhook,
  'webhooks.replay': replay,
  'deliveries.list': listDeliveries,
  'deliveries.read': readDelivery,
  'deliveries.redeliver': redeliver,

  'subscriptions.create': createSubscription,
  'subscriptions.list': listSubscriptions,
  'subscriptions.read': readSubscription,
  'subscriptions.update': updateSubscription,
  'subscriptions.rotate': rotateSubscription,
  'subscriptions.remove': removeSubscription,

  'apps.authenticate': authenticateApp,
  'apps.allow_origin': allowOrigin,
  'apps.create': createApp,
  'apps.list': listApps,
  'apps.read': readApp,
  'apps.update': updateApp,
  'apps.rotate': rotateApp,
  'apps.read_revocation': readRevocation,
  'apps.remove': removeApp,

  'quotas.read': readQuotaUse,

  'health.check': checkHealth,
} satisfies Handlers<ConnectorsContract, never>;
