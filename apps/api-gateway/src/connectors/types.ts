import { shownConfiguration } from '@trellis/contracts';
import {
  expectedBy,
  flagParameter,
  listAnswer,
  pageOf,
  pageQuery,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import {
  changedType,
  listedType,
  listedTypeToJson,
  newType,
  newTypeVersion,
  trialsToJson,
  typePatch,
  typeResource,
  typeToJson,
  typeVersionResource,
} from './type-resource.js';

const tag = 'Connectors';
const changing = { tag, access: { scope: 'svc.connector', subject: 'none' } } as const;
const reading = { tag, access: { scope: 'svc.connector.read', subject: 'none' } } as const;

const path = '/api/v1/connectors/types';

const tried =
  'First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but ' +
  'with `force`.';

const force = z.strictObject({
  force: flagParameter('Changes the type even if clients would fail.'),
});

export const connectorTypeOperations: Operation[] = [
  operation.post(path, {
    ...changing,
    id: 'createConnectorType',
    summary: 'Create connector type',
    description:
      'Makes a description of an HTTP API a connector type of the account, which nobody else sees. Its instance has an ' +
      'empty configuration. The description is stored encrypted, and its secrets are never shown again.',
    input: { body: newType },
    answer: { status: 201, body: typeResource, problems: problemsOf('types.create') },
    audit: { resource: 'connector_type', touches: ({ type_id }) => ({ ids: [type_id] }) },
    async handle({ body: { type_id, configuration, ...texts }, ...request }) {
      const { connectors, caller, newId, hrefs } = request;
      const sealed = seal(request, type_id, configuration);
      const given = { caller, id: newId(), type_id, texts, configuration: sealed };
      await connectors('types.create', given);
      const { body, etag } = await readType(request, type_id);
      return { body, etag, headers: { Location: hrefs.type(type_id) } };
    },
  }),
  operation.get(path, {
    ...reading,
    id: 'listConnectorTypes',
    summary: 'Retrieve connector types of the account',
    description: 'In the order of their creation, without the descriptions of their APIs.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(listedType) },
    async handle({ connectors, caller, query, hrefs, url }) {
      const page = await connectors('types.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (type) => listedTypeToJson(type, hrefs));
    },
  }),
  operation.get(`${path}/:id`, {
    ...reading,
    id: 'getConnectorType',
    summary: 'Retrieve connector type of the account',
    description: 'With the description of its API, but for secrets.',
    answer: { status: 200, body: typeResource },
    handle: ({ params, ...request }) => readType(request, params.id),
  }),
  operation.put(`${path}/:id`, {
    ...changing,
    id: 'replaceConnectorType',
    summary: 'Replace connector type',
    description: `Makes a new version, which its clients use from then on. ${tried} Secrets that are left out stay.`,
    input: { body: newTypeVersion, query: force },
    answer: { status: 200, body: changedType, problems: problemsOf('types.update') },
    audit: { resource: 'connector_type' },
    async handle({ params: { id }, body: { configuration, ...texts }, query, ...request }) {
      const { connectors, caller, header, hrefs } = request;
      const { trials } = await connectors('types.update', {
        caller,
        type_id: id,
        texts,
        configuration: seal(request, id, configuration),
        force: query.force ?? false,
        ...expectedBy(header),
      });
      const { body, etag } = await readType(request, id);
      return { body: { ...body, trials: trialsToJson(trials, hrefs) }, etag };
    },
  }),
  operation.patch(`${path}/:id`, {
    ...changing,
    id: 'restoreConnectorType',
    summary: 'Roll connector type back',
    description: `Makes one of the ten latest versions the current one again. ${tried}`,
    input: { body: typePatch, query: force },
    answer: { status: 200, body: changedType, problems: problemsOf('types.restore') },
    audit: { resource: 'connector_type' },
    async handle({ params: { id }, body: { version }, query, ...request }) {
      const { connectors, caller, header, hrefs } = request;
      const { trials } = await connectors('types.restore', {
        caller,
        type_id: id,
        version,
        force: query.force ?? false,
        ...expectedBy(header),
      });
      const { body, etag } = await readType(request, id);
      return { body: { ...body, trials: trialsToJson(trials, hrefs) }, etag };
    },
  }),
  operation.get(`${path}/:id/versions`, {
    ...reading,
    id: 'listConnectorTypeVersions',
    summary: 'Retrieve versions of connector type',
    description: 'The ten latest ones, the latest first.',
    answer: { status: 200, body: z.array(typeVersionResource) },
    handle: async ({ connectors, caller, params: { id } }) => ({
      body: await connectors('types.versions', { caller, type_id: id }),
    }),
  }),
  operation.delete(`${path}/:id`, {
    ...changing,
    id: 'deleteConnectorType',
    summary: 'Delete connector type',
    description: 'Refused while the account has an instance of the type (409).',
    answer: { status: 204, problems: problemsOf('types.remove') },
    audit: { resource: 'connector_type' },
    async handle({ connectors, caller, params: { id }, header }) {
      await connectors('types.remove', { caller, type_id: id, ...expectedBy(header) });
    },
  }),
];

type ReadNeeds = Pick<OperationRequest, 'connectors' | 'sealing' | 'caller' | 'hrefs'>;

async function readType({ connectors, sealing, caller, hrefs }: ReadNeeds, id: string) {
  const { shown, ...type } = await connectors('types.read', { caller, type_id: id });
  const { developer } = caller;
  const binding = { purpose: 'shown-configuration', developer, id: type.type_id } as const;
  const body = typeToJson(type, shownConfiguration.parse(sealing.open(binding, shown)), hrefs);
  return { body, etag: tagOf(type.tag, body) };
}

const seal = (
  { sealing, caller: { developer } }: Pick<OperationRequest, 'sealing' | 'caller'>,
  id: string,
  configuration: Record<string, unknown>,
): string =>
  sealing.seal({ purpose: 'connector_type_versions.configuration', developer, id }, configuration);
