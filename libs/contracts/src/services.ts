import { activityCalls } from './calls/activity.js';
import { operationCalls } from './calls/operations.js';
import { clientDocumentCalls, mcpClientCalls } from './calls/mcp-clients.js';
import { agentCalls } from './calls/agents.js';
import { alertCalls, alertEvaluationCalls } from './calls/alerts.js';
import { appCalls } from './calls/apps.js';
import { auditCalls } from './calls/audit.js';
import { authorizationCalls, connectCalls } from './calls/connect.js';
import { batchCalls } from './calls/batches.js';
import { changeCalls } from './calls/changes.js';
import { clientCalls } from './calls/clients.js';
import { erasureCalls, subjectErasureCalls } from './calls/erasures.js';
import { eventCalls } from './calls/events.js';
import { healthCalls } from './calls/health.js';
import { historyCalls } from './calls/history.js';
import { hookCalls, instanceCalls } from './calls/instances.js';
import { interactionCalls } from './calls/interactions.js';
import { logbookCalls } from './calls/logbook.js';
import { modelCalls } from './calls/models.js';
import { quotaCalls } from './quotas.js';
import { organizationCalls } from './calls/organizations.js';
import { peopleCalls } from './calls/people.js';
import { requestCalls } from './calls/requests.js';
import { historyRetentionCalls, retentionCalls, retentionChangeCalls } from './calls/retention.js';
import { sceneCalls } from './calls/scenes.js';
import { subjectCalls } from './calls/subjects.js';
import { matchCalls, subscriptionCalls } from './calls/subscriptions.js';
import { summaryCalls } from './calls/summary.js';
import { thingCalls } from './calls/things.js';
import { trialCalls } from './calls/trials.js';
import { typeCalls } from './calls/types.js';
import { countingCalls, usageCalls } from './calls/usage.js';
import { unitCalls } from './calls/units.js';
import { webhookCalls } from './calls/webhooks.js';
import type { CallName, ContractHandler } from './contract.js';

export const unitsContract = {
  queue: 'units',
  sharded: true as const,
  calls: {
    ...unitCalls,
    ...summaryCalls,
    ...subjectCalls,
    ...subjectErasureCalls,
    ...thingCalls,
    ...eventCalls,
    ...modelCalls,
    ...sceneCalls,
    ...matchCalls,
    ...alertEvaluationCalls,
    ...historyCalls,
    ...logbookCalls,
    ...changeCalls,
    ...countingCalls,
    ...requestCalls,
    ...quotaCalls,
    ...retentionCalls,
    ...historyRetentionCalls,
    ...auditCalls,
    ...healthCalls,
  },
};

export const connectorsContract = {
  queue: 'connectors',
  calls: {
    ...instanceCalls,
    ...typeCalls,
    ...clientCalls,
    ...erasureCalls,
    ...activityCalls,
    ...usageCalls,
    ...operationCalls,
    ...trialCalls,
    ...authorizationCalls,
    ...connectCalls,
    ...hookCalls,
    ...interactionCalls,
    ...batchCalls,
    ...webhookCalls,
    ...subscriptionCalls,
    ...alertCalls,
    ...agentCalls,
    ...appCalls,
    ...clientDocumentCalls,
    ...quotaCalls,
    ...retentionCalls,
    ...retentionChangeCalls,
    ...healthCalls,
  },
};

export const accountsContract = {
  queue: 'accounts',
  calls: { ...peopleCalls, ...organizationCalls, ...mcpClientCalls, ...healthCalls },
};

export type AccountsContract = typeof accountsContract;
export type UnitsContract = typeof unitsContract;
export type ConnectorsContract = typeof connectorsContract;

/** The handler of a call, such as `Handler<'units.create', { database: Database }>`. */
export type Handler<
  Name extends CallName<UnitsContract> | CallName<ConnectorsContract> | CallName<AccountsContract>,
  Needs = object,
> =
  Name extends CallName<UnitsContract>
    ? ContractHandler<UnitsContract, Name, Needs>
    : Name extends CallName<ConnectorsContract>
      ? ContractHandler<ConnectorsContract, Name, Needs>
      : Name extends CallName<AccountsContract>
        ? ContractHandler<AccountsContract, Name, Needs>
        : never;
