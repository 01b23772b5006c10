import { connectorDescription } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import {
  createdId,
  reference,
  references,
  removal,
  removalQuery,
  showRemoval,
} from './resources.js';

const tag = 'Connectors';
const connector = { tag, access: 'svc.connector' } as const;
const instances = { ...connector, subject: 'none' } as const;

const description = connectorDescription.meta({ id: 'ConnectorDescription' });

export const newConnector = z
  .object({
    connector_type_id: z
      .string()
      .meta({ description: 'The `type_id` of a connector description.' }),
    configuration: z.record(z.string(), z.unknown()).meta({
      description: 'Depends on the type; its description has a sample and a JSON Schema.',
    }),
  })
  .meta({
    id: 'NewConnector',
    example: { connector_type_id: 'simulator', configuration: { application_key: 'any text' } },
  });

const instanceResource = z
  .object({ id: z.string(), clients: references, connector: reference })
  .meta({ id: 'ConnectorInstance' });

export const connectorOperations: Operation[] = [
  operation({
    tag,
    access: 'public',
    method: 'get',
    path: '/api/v1/connectors/descriptions',
    summary: 'Retrieve connector descriptions',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: z.array(description),
    async handle({ connectors, query, hrefs, url }) {
      const page = await connectors('descriptions.list', { page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (shown) => shown);
    },
  }),
  operation({
    tag,
    access: 'public',
    method: 'get',
    path: '/api/v1/connectors/descriptions/:id',
    summary: 'Retrieve connector description',
    status: 200,
    answer: description,
    async handle({ connectors, params }) {
      return { body: await connectors('descriptions.read', { id: params.id }) };
    },
  }),

  operation({
    ...instances,
    method: 'post',
    path: '/api/v1/connectors/instances',
    summary: 'Create connector instance',
    body: newConnector,
    status: 201,
    answer: createdId,
    problems: ['unknown_connector_type', 'invalid_configuration', 'already_exists'],
    async handle({ connectors, sealing, caller, body, hrefs }) {
      const id = newId();
      const configuration = sealing.seal(body.configuration);
      await connectors('instances.create', { ...body, caller, id, configuration });
      return { body: { id }, headers: { Location: hrefs.instance(id) } };
    },
  }),
  operation({
    ...instances,
    method: 'get',
    path: '/api/v1/connectors/instances',
    summary: 'Retrieve connector instances',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: references,
    async handle({ connectors, caller, query, hrefs, url }) {
      const page = await connectors('instances.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.instance(id) }));
    },
  }),
  operation({
    ...instances,
    method: 'get',
    path: '/api/v1/connectors/instances/:id',
    summary: 'Retrieve connector instance',
    status: 200,
    answer: instanceResource,
    async handle({ connectors, caller, params, hrefs }) {
      const instance = await connectors('instances.read', { caller, id: params.id });
      return {
        body: {
          id: instance.id,
          clients: instance.clients.map((id) => ({ href: hrefs.client(id) })),
          connector: { href: hrefs.description(instance.connector) },
        },
      };
    },
  }),
  operation({
    ...instances,
    method: 'delete',
    path: '/api/v1/connectors/instances/:id',
    summary: 'Delete connector instance',
    query: removalQuery,
    status: 204,
    otherAnswers: { 200: { description: 'What would go (`dry_run`)', answer: removal } },
    problems: ['clients_attached'],
    async handle({ connectors, caller, params: { id }, query, hrefs }) {
      if (query.dry_run === 'true') {
        const removed = await connectors('instances.preview_removal', { caller, id });
        return { status: 200, body: showRemoval(removed, hrefs) };
      }
      await connectors('instances.remove', { caller, id });
      return {};
    },
  }),

  operation({
    tag,
    access: 'any token',
    method: 'get',
    path: '/api/v1/connectors/callbackurl',
    summary: 'Get connector service callback url',
    status: 200,
    answer: reference,
    async handle({ hrefs }) {
      return { body: { href: hrefs.callback } };
    },
  }),
];
