import type { Operation } from '../operation.js';
import { appOperations } from './apps.js';
import { auditOperations } from './audit.js';
import { authorizationOperations } from './authorizations.js';
import { changeOperations } from './changes.js';
import { webhookOperations } from './webhooks.js';
import { clientConfigurationOperations } from './client-configuration.js';
import { connectPageOperations } from './connect-page.js';
import { connectSessionOperations } from './connect-sessions.js';
import { connectorClientOperations } from './connector-clients.js';
import { connectorTrialOperations } from './connector-trials.js';
import { connectorOperations } from './connectors.js';
import { eventTicketOperations } from './event-tickets.js';
import { eventOperations } from './events.js';
import { healthOperations } from './health.js';
import { historyOperations } from './history.js';
import { hookOperations } from './hooks.js';
import { interactionBatchOperations } from './interaction-batches.js';
import { interactionOperations } from './interactions.js';
import { limitOperations } from './limits.js';
import { mcpOperations } from './mcp.js';
import { subjectOperations } from './subjects.js';
import { subscriptionOperations } from './subscriptions.js';
import { thingOperations } from './things.js';
import { tokenOperations } from './tokens.js';
import { unitBatchOperations } from './unit-batches.js';
import { unitFileOperations } from './unit-files.js';
import { unitModelOperations } from './unit-models.js';
import { unitPropertyOperations } from './unit-properties.js';
import { unitReferenceOperations } from './unit-references.js';
import { unitOperations } from './units.js';
import { visibilityOperations } from './visibility.js';

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
