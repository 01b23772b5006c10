import { configuration as accountsService } from '@trellis/accounts-service/configuration';
import { configuration as apiGateway } from '@trellis/api-gateway/configuration';
import { configuration as connectorRuntime } from '@trellis/connector-runtime/configuration';
import { configuration as unitsService } from '@trellis/units-service/configuration';

/** The services of the product, each with the schema of its environment variables. */
export const services = {
  'api-gateway': apiGateway,
  'units-service': unitsService,
  'connector-runtime': connectorRuntime,
  'accounts-service': accountsService,
};
export type ServiceName = keyof typeof services;

export const serviceNames = Object.keys(services) as ServiceName[];
