import type { ConnectorsContract, Handlers } from '@trellis/contracts';
import {
  createAgent,
  issueCode,
  listAgents,
  readAgent,
  removeAgent,
  updateAgent,
} from './agents/agents.js';
import { attachAgent, detachAgents, reportAgent } from './agents/attach.js';
import { removeRelay, renewRelay } from './agents/relays.js';
import { createAlert, removeAlert, updateAlert } from './alerts/change.js';
import { listAlerts, readAlert } from './alerts/read.js';
import { testAlert } from './alerts/test-message.js';
import { readActivity } from './accounts/read-activity.js';
import { readActivityRetention, changeRetention } from './activity/account-retention.js';
import { listOperations, readOperation } from './activity/list.js';
import { redeemTicket, authorizeAgain } from './clients/authorization/begin.js';
import { completeAuthorization } from './clients/authorization/complete.js';
import { cancelDevice, readDevice } from './clients/authorization/device.js';
import { cancelBatch, listBatchResults, readBatch } from './interactions/bulk/batches.js';
import { previewBatch, startBatch } from './interactions/bulk/start.js';
import { createClient } from './clients/create.js';
import { debugClient } from './clients/debug.js';
import { listClients } from './clients/list.js';
import { readLastPolls } from './clients/last-polls.js';
import { pauseClient, resumeClient } from './clients/pause.js';
import { pollNow } from './clients/poll-now.js';
import { matchDevices, replaceDevices, restoreDevice } from './clients/replace.js';
import { readConfiguration, updateClient } from './clients/configuration.js';
import { readClient, readRooms } from './clients/read.js';
import { previewClientRemoval, removeClient } from './clients/remove.js';
import { resolveMissing } from './clients/resolve-missing.js';
import { showClients } from './clients/show.js';
import { putBranding, readBranding } from './accounts/branding.js';
import { createSession, listSessions, removeSession } from './accounts/connect-sessions.js';
import { readOverview } from './clients/connect-overview.js';
import { listDescriptions, listInstances, readInstance } from './instances/read.js';
import { readInstanceActivity } from './instances/read-activity.js';
import { cancelAccountErasure, startAccountErasure } from './erasures/account.js';
import { listRunningErasures, readErasure, startErasure } from './erasures/erasures.js';
import { checkHealth } from './health.js';
import { receiveHook } from './hooks/receive.js';
import { readInstanceConfiguration } from './instances/configuration.js';
import { createInstance } from './instances/create.js';
import { previewInstanceRemoval, removeInstance } from './instances/remove.js';
import { updateInstance } from './instances/update.js';
import { listInteractions, readInteraction } from './interactions/read.js';
import { startInteraction } from './interactions/start.js';
import { allowOrigin, authenticateApp } from './apps/authenticate.js';
import { readClientDocument } from './apps/client-document.js';
import { createApp } from './apps/create.js';
import { listApps, readApp, removeApp, updateApp } from './apps/apps.js';
import { readRevocation } from './accounts/revoked-apps.js';
import { rotateApp } from './apps/rotate.js';
import { readQuotaUse } from './accounts/quotas.js';
import {
  createSubscription,
  rotateSubscription,
  updateSubscription,
} from './delivery/subscriptions/change.js';
import {
  listSubscriptions,
  readSubscription,
  removeSubscription,
} from './delivery/subscriptions/read.js';
import { listAttempts, testSubscription } from './delivery/subscriptions/attempts.js';
import { runTrial } from './clients/trial/run.js';
import {
  listDeliveries,
  listDeliveriesOfSubject,
  readDelivery,
  redeliver,
} from './delivery/webhooks/deliveries.js';
import { readRedelivery, startRedelivery } from './delivery/webhooks/redeliveries.js';
import { putWebhook, readWebhook, removeWebhook } from './delivery/webhooks/register.js';
import { replay } from './delivery/webhooks/replay.js';
import { createType, removeType } from './types/create.js';
import { findLogo, putLogo, readLogo } from './types/logo.js';
import { listTypes, listVersions, readDescriptions, readType } from './types/read.js';
import { restoreType, updateType } from './types/update.js';
import { readUsage } from './usage/read.js';
import { testWebhook } from './delivery/webhooks/test-message.js';

/** The handler of each call of the contract. */
export const handlers = {
  'descriptions.list': listDescriptions,

  'types.create': createType,
  'types.list': listTypes,
  'types.read': readType,
  'types.descriptions': readDescriptions,
  'types.update': updateType,
  'types.restore': restoreType,
  'types.versions': listVersions,
  'types.remove': removeType,
  'types.put_logo': putLogo,
  'types.read_logo': readLogo,
  'types.find_logo': findLogo,

  'instances.create': createInstance,
  'instances.list': listInstances,
  'instances.read': readInstance,
  'instances.read_configuration': readInstanceConfiguration,
  'instances.update': updateInstance,
  'instances.remove': removeInstance,
  'instances.preview_removal': previewInstanceRemoval,

  'clients.create': createClient,
  'clients.list': listClients,
  'clients.read': readClient,
  'clients.show': showClients,
  'clients.read_configuration': readConfiguration,
  'clients.last_polls': readLastPolls,
  'clients.poll': pollNow,
  'clients.pause': pauseClient,
  'clients.resume': resumeClient,
  'clients.resolve_missing': resolveMissing,
  'clients.rooms': readRooms,
  'clients.match_devices': matchDevices,
  'clients.replace_devices': replaceDevices,
  'clients.restore_device': restoreDevice,
  'clients.update': updateClient,
  'clients.remove': removeClient,
  'clients.preview_removal': previewClientRemoval,

  'activity.read': readActivity,
  'instances.activity': readInstanceActivity,
  'operations.list': listOperations,
  'operations.read': readOperation,
  'clients.debug': debugClient,

  'trials.run': runTrial,

  'authorizations.begin': redeemTicket,
  'authorizations.complete': completeAuthorization,
  'authorizations.read_device': readDevice,
  'authorizations.cancel_device': cancelDevice,

  'connect.read_branding': readBranding,
  'connect.put_branding': putBranding,
  'connect.create_session': createSession,
  'connect.list_sessions': listSessions,
  'connect.remove_session': removeSession,
  'connect.overview': readOverview,
  'connect.authorize': authorizeAgain,

  'hooks.receive': receiveHook,

  'erasures.start': startErasure,
  'erasures.start_account': startAccountErasure,
  'erasures.cancel_account': cancelAccountErasure,
  'erasures.read': readErasure,
  'erasures.running': listRunningErasures,

  'interactions.start': startInteraction,
  'interactions.list': listInteractions,
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
  'webhooks.test': testWebhook,
  'deliveries.list': listDeliveries,
  'deliveries.of_subject': listDeliveriesOfSubject,
  'deliveries.read': readDelivery,
  'deliveries.redeliver': redeliver,
  'redeliveries.start': startRedelivery,
  'redeliveries.read': readRedelivery,

  'subscriptions.create': createSubscription,
  'subscriptions.list': listSubscriptions,
  'subscriptions.read': readSubscription,
  'subscriptions.update': updateSubscription,
  'subscriptions.rotate': rotateSubscription,
  'subscriptions.attempts': listAttempts,
  'subscriptions.test': testSubscription,
  'subscriptions.remove': removeSubscription,

  'alerts.create': createAlert,
  'alerts.list': listAlerts,
  'alerts.read': readAlert,
  'alerts.update': updateAlert,
  'alerts.remove': removeAlert,
  'alerts.test': testAlert,

  'agents.create': createAgent,
  'agents.list': listAgents,
  'agents.read': readAgent,
  'agents.update': updateAgent,
  'agents.issue_code': issueCode,
  'agents.remove': removeAgent,
  'agents.attach': attachAgent,
  'agents.detach': detachAgents,
  'agents.report': reportAgent,
  'agents.renew_relay': renewRelay,
  'agents.remove_relay': removeRelay,

  'apps.authenticate': authenticateApp,
  'apps.allow_origin': allowOrigin,
  'apps.create': createApp,
  'apps.list': listApps,
  'apps.read': readApp,
  'apps.update': updateApp,
  'apps.rotate': rotateApp,
  'apps.read_revocation': readRevocation,
  'apps.remove': removeApp,

  'usage.read': readUsage,
  'mcp_clients.read_document': readClientDocument,

  'quotas.read': readQuotaUse,
  'retention.read': readActivityRetention,
  'retention.change': changeRetention,

  'health.check': checkHealth,
} satisfies Handlers<ConnectorsContract, never>;
