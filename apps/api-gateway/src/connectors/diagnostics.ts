import { z } from 'zod';
import {
  operationResource,
  operationToJson,
  operationWithRequests,
  readOperationOf,
} from './activity.js';
import { answerConfiguration, shownConfigurationResource } from './configurations.js';
import { connectorClientResource, connectorClientToJson } from './client-resource.js';
import { operation, type Operation } from '../operation.js';

/** How many of the last operations there are, and of how many failures the requests. */
const limits = { operations: 100, withRequests: 5 };

const diagnostics = z
  .object({
    created: z.iso.datetime(),
    client: connectorClientResource.omit({ authorization: true }),
    configuration: shownConfigurationResource,
    operations: z.array(operationResource),
    failures: z.array(operationWithRequests).describe('The last failures, with their requests.'),
  })
  .meta({ id: 'ClientDiagnostics' });

export const diagnosticsOperations: Operation[] = [
  operation.get('/api/v1/connectors/clients/:id/diagnostics', {
    tag: 'Activity',
    access: { scope: 'svc.connector.read', subject: 'optional' },
    id: 'getClientDiagnostics',
    summary: 'Retrieve diagnostics of connector client',
    description:
      'A file to attach to a report: the client, its configuration without secrets, its last operations, and the requests ' +
      'of the last that failed.',
    answer: { status: 200, body: diagnostics, unversioned: 'a record of this moment' },
    async handle({ params: { id }, ...request }) {
      const { connectors, caller, hrefs } = request;
      const found = await connectors('clients.read', { caller, id });
      // A report leaves out what app and vendor know of their customers.
      const {
        authorization: _authorization,
        attributes: _attributes,
        account: _account,
        ...client
      } = connectorClientToJson(found, hrefs);
      const { body: configuration } = await answerConfiguration(request, id);
      const page = { limit: limits.operations };
      const list = { caller, page, filter: { client: id } };
      const { items } = await connectors('operations.list', list);
      const failed = items.filter(({ has_requests }) => has_requests).slice(0, limits.withRequests);
      return {
        headers: { 'Content-Disposition': `attachment; filename="trellis-client-${id}.json"` },
        body: {
          created: new Date().toISOString(),
          client,
          configuration,
          operations: items.map((one) => operationToJson(one, request)),
          failures: await Promise.all(failed.map((one) => readOperationOf(request, one.id))),
        },
      };
    },
  }),
];
