import { capabilitiesReference } from './capabilities/reference.js';
import { catalogTable } from './catalog/table.js';
import { recordedSchemaText, vendorSchemaText, vendorTexts } from './catalog/vendors.js';
import { clientCapabilities } from './client-types/capabilities.js';
import { clientCauses } from './client-types/causes.js';
import { clientScopes } from './client-types/scopes.js';
import { consoleSummaries } from './client-types/summaries.js';
import { clientTypes } from './client-types/types.js';
import { clientSources } from './clients/clients.js';
import { configurationReference } from './configuration/reference.js';
import { metricsReference } from './metrics/reference.js';
import { dashboardText } from './monitoring/dashboard.js';
import { prometheusRuleText } from './monitoring/prometheus-rule.js';

/** The functions that return the text of files in the repository, by path. */
export const outputs: Record<string, () => Promise<string>> = {
  ...clientSources,
  'apps/console/src/generated/summaries.ts': consoleSummaries,
  'docs/configuration.md': configurationReference,
  'docs/metrics.md': metricsReference,
  'k8s/overlays/production/alerts.yaml': prometheusRuleText,
  'libs/catalog/README.md': catalogTable,
  'libs/catalog/recorded.schema.json': recordedSchemaText,
  'libs/catalog/src/generated/vendors.ts': vendorTexts,
  'libs/catalog/vendor.schema.json': vendorSchemaText,
  'libs/connector-sdk/CAPABILITIES.md': capabilitiesReference,
  'libs/client/src/generated/capabilities.ts': clientCapabilities,
  'libs/client/src/generated/causes.ts': clientCauses,
  'libs/client/src/generated/openapi.ts': clientTypes,
  'libs/client/src/generated/scopes.ts': clientScopes,
  'monitoring/dashboard.json': dashboardText,
};
