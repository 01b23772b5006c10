import type { Operation } from './context/operation.js';
import { appOperations } from './accounts/apps.js';
import { auditOperations } from './accounts/audit.js';
import { authorizationOperations } from './connectors/authorizations.js';
import { changeOperations } from './events/changes.js';
import { webhookOperations } from './callbacks/operations.js';
import { clientConfigurationOperations } from './connectors/client-configuration.js';
import { connectPageOperations } from './connect/page.js';
import { connectSessionOperations } from './connect/sessions.js';
import { connectorClientOperations } from './connectors/clients.js';
import { connectorTrialOperations } from './connectors/trials.js';
import { connectorOperations } from './connectors/operations.js';
import { eventTicketOperations } from './events/tickets.js';
import { eventOperations } from './events/operations.js';
import { healthOperations } from './accounts/health.js';
import { historyOperations } from './history/operations.js';
import { hookOperations } from './connectors/hooks.js';
import { interactionBatchOperations } from './interactions/batches.js';
import { interactionOperations } from './interactions/operations.js';
import { limitOperations } from './accounts/quotas.js';
import { mcpOperations } from './mcp/operations.js';
import { subjectOperations } from './subjects/operations.js';
import { subscriptionOperations } from './events/subscriptions.js';
import { thingOperations } from './things/operations.js';
import { tokenOperations } from './accounts/tokens.js';
import { unitBatchOperations } from './units/batches.js';
import { unitFileOperations } from './units/files.js';
import { unitModelOperations } from './models/operations.js';
import { unitPropertyOperations } from './units/properties.js';
import { unitReferenceOperations } from './units/references.js';
import { unitOperations } from './units/operations.js';
import { visibilityOperations } from './subjects/visibility.js';

/**
 * The HTTP interface; the order is that of the OpenAPI document. Of two paths that match a request, such
 * as `/units/batch` and `/units/:id`, the first one answers.
 */
export const operations: readonly Operation[] = [
  ...connectorOperations,
  ...connectorClientOperations,
  ...clientConfigurationOperations,
  ...connectorTrialOperations,
  ...authorizationOperations,
  ...connectSessionOperations,
  ...connectPageOperations,
  ...hookOperations,
  ...unitBatchOperations,
  ...unitFileOperations,
  ...unitModelOperations,
  ...unitOperations,
  ...unitReferenceOperations,
  ...unitPropertyOperations,
  ...subjectOperations,
  ...visibilityOperations,
  ...thingOperations,
  ...interactionBatchOperations,
  ...interactionOperations,
  ...historyOperations,
  ...eventOperations,
  ...eventTicketOperations,
  ...changeOperations,
  ...webhookOperations,
  ...subscriptionOperations,
  ...limitOperations,
  ...auditOperations,
  ...appOperations,
  ...tokenOperations,
  ...healthOperations,
  ...mcpOperations,
];
