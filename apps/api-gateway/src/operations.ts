import { appOperations } from './accounts/apps.js';
import { auditOperations } from './accounts/audit.js';
import { healthOperations } from './accounts/health.js';
import { limitOperations } from './accounts/quotas.js';
import { retentionOperations } from './accounts/retention.js';
import { usageOperations } from './accounts/usage.js';
import { tokenOperations } from './oauth/tokens.js';
import { mcpMetadataOperations } from './mcp-clients/metadata.js';
import { mcpClientOperations } from './mcp-clients/operations.js';
import { registrationOperations } from './mcp-clients/registration.js';
import { revocationOperations } from './mcp-clients/revocation.js';
import { agentOperations } from './agents/operations.js';
import { alertOperations } from './alerts/operations.js';
import { activityOperations } from './connectors/activity.js';
import { deviceCodeOperations } from './connectors/device-codes.js';
import { authorizationOperations } from './connectors/authorizations.js';
import { configurationOperations } from './connectors/configurations.js';
import { connectorClientOperations } from './connectors/clients.js';
import { diagnosticsOperations } from './connectors/diagnostics.js';
import { hookOperations } from './connectors/hooks.js';
import { logoOperations } from './connectors/logos.js';
import { connectorOperations } from './connectors/operations.js';
import { connectorTrialOperations } from './connectors/trials.js';
import { connectorTypeOperations } from './connectors/types.js';
import { webhookOperations } from './events/callbacks.js';
import { deliveryOperations } from './events/deliveries.js';
import { changeOperations } from './events/changes.js';
import { eventOperations, eventTicketOperations } from './events/operations.js';
import { subscriptionAttemptOperations } from './events/subscription-attempts.js';
import { subscriptionOperations } from './events/subscriptions.js';
import { historyOperations } from './history/operations.js';
import { interactionBatchOperations } from './interactions/batches.js';
import { interactionOperations } from './interactions/operations.js';
import { mcpOperations } from './mcp/operations.js';
import { unitModelOperations } from './models/operations.js';
import type { Operation } from './operation.js';
import { copyOperations } from './people/copy.js';
import { deletionOperations } from './people/deletion.js';
import { environmentOperations } from './people/environments.js';
import { invitationOperations } from './people/invitations.js';
import { memberOperations } from './people/members.js';
import { organizationOperations } from './people/organizations.js';
import { organizationUsageOperations } from './people/usage.js';
import { signInOperations } from './people/sign-in.js';
import { connectPageOperations } from './pages/connect-page.js';
import { connectSessionOperations } from './pages/connect-sessions.js';
import { sceneOperations } from './scenes/operations.js';
import { logbookOperations } from './things/logbook.js';
import { thingOperations } from './things/operations.js';
import { replaceOperations } from './things/replace.js';
import { unitBatchOperations } from './units/batches.js';
import { unitFileOperations } from './units/files.js';
import { unitOperations } from './units/operations.js';
import { unitPropertyOperations } from './units/properties.js';
import { unitReferenceOperations } from './units/references.js';
import { subjectExportOperations } from './subjects/export.js';
import { erasureOperations } from './subjects/erasures.js';
import { subjectOperations } from './subjects/operations.js';

/**
 * The HTTP interface; the order is that of the OpenAPI document. Of two paths that match a request, such
 * as `/units/batch` and `/units/:id`, the first one answers.
 */
export const operations: readonly Operation[] = [
  ...connectorOperations,
  ...connectorTypeOperations,
  ...logoOperations,
  ...connectorClientOperations,
  ...configurationOperations,
  ...connectorTrialOperations,
  ...agentOperations,
  ...activityOperations,
  ...diagnosticsOperations,
  ...authorizationOperations,
  ...deviceCodeOperations,
  ...connectSessionOperations,
  ...connectPageOperations,
  ...hookOperations,
  ...unitBatchOperations,
  ...unitFileOperations,
  ...unitModelOperations,
  ...unitOperations,
  ...unitReferenceOperations,
  ...unitPropertyOperations,
  ...sceneOperations,
  ...subjectOperations,
  ...erasureOperations,
  ...subjectExportOperations,
  ...thingOperations,
  ...replaceOperations,
  ...interactionBatchOperations,
  ...interactionOperations,
  ...historyOperations,
  ...logbookOperations,
  ...eventOperations,
  ...eventTicketOperations,
  ...changeOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...subscriptionOperations,
  ...subscriptionAttemptOperations,
  ...alertOperations,
  ...limitOperations,
  ...retentionOperations,
  ...usageOperations,
  ...auditOperations,
  ...appOperations,
  ...tokenOperations,
  ...organizationOperations,
  ...organizationUsageOperations,
  ...environmentOperations,
  ...deletionOperations,
  ...copyOperations,
  ...memberOperations,
  ...invitationOperations,
  ...mcpClientOperations,
  ...signInOperations,
  ...healthOperations,
  ...mcpOperations,
  ...mcpMetadataOperations,
  ...registrationOperations,
  ...revocationOperations,
];
