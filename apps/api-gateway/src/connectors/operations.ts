import {
  activity,
  connectorDescription,
  type ConnectorDescription,
  hourOfActivity,
  hourOfInstance,
  isPrivateType,
  Problem,
} from '@trellis/contracts';
import {
  answerPatch,
  type Bearer,
  changedAnswer,
  expectedBy,
  listAnswer,
  nobody,
  pageAnswer,
  pageOf,
  pageQuery,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { pageOfDescriptions } from './description-cache.js';
import { instancePatch, newInstance, withBareType } from './inputs.js';
import { connectorInstanceResource, connectorInstanceToJson } from './instance-resource.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { createdId, reference, references } from '../resources/reference.js';
import { previewAnswer, removalQuery, removalToJson } from '../resources/removal.js';

const { from, polls, failed_polls, late_polls, max_lateness_seconds, changes } =
  hourOfActivity.shape;

const hour = z.object({
  from: from.describe('When the hour begins.'),
  polls: polls.describe('Polls that the technology answered, or that failed.'),
  failed_polls: failed_polls.describe('Those that failed.'),
  late_polls: late_polls.describe('Those that began more than a minute after they were due.'),
  max_lateness_seconds: max_lateness_seconds.describe(
    'How long after it was due a poll began at most.',
  ),
  changes: changes.describe(
    'How often a thing was new or had changed, by polls and by what was heard.',
  ),
});

const activityResource = z
  .object({
    clients: activity.shape.clients.describe(
      'How many clients are paused, and how many of the others have which status.',
    ),
    hours: z
      .array(hour)
      .describe('The last 24 hours. The last one ends with the ten minutes that have begun.'),
  })
  .meta({ id: 'Activity' });

const { mean_duration_seconds, max_duration_seconds } = hourOfInstance.shape;

const instanceActivityResource = z
  .object({
    hours: z
      .array(
        hour.omit({ changes: true }).extend({
          mean_duration_seconds: mean_duration_seconds.describe('How long a poll took on average.'),
          max_duration_seconds: max_duration_seconds.describe('How long a poll took at most.'),
        }),
      )
      .describe('The last 24 hours. The last one ends with the ten minutes that have begun.'),
  })
  .meta({ id: 'InstanceActivity' });

const tag = 'Connectors';
const connector = { tag, access: { scope: 'svc.connector' } } as const;
const instances = { ...connector, access: { ...connector.access, subject: 'none' } } as const;
const reading = { tag, access: { scope: 'svc.connector.read', subject: 'optional' } } as const;

const descriptionResource = connectorDescription.meta({ id: 'ConnectorDescription' });

export const connectorOperations: Operation[] = [
  operation.get('/api/v1/connectors/descriptions', {
    tag,
    id: 'listConnectorDescriptions',
    summary: 'Retrieve connector descriptions',
    description:
      'All types of connectors, each with a sample and a JSON Schema of its configurations. ' +
      'Needs no access token; with one, the types of the account follow.',
    access: { scope: 'public', acceptsToken: true },
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(descriptionResource).readonly(), isConstant: true },
    async handle({ descriptions, query, hrefs, url, bearer }) {
      const all = await descriptions(accountOf(bearer));
      const page = pageOfDescriptions(all, pageOf(query));
      return { ...pageAnswer(page, { base: hrefs.base, url }), isConstant: !hasOwn(all) };
    },
  }),
  operation.get('/api/v1/connectors/descriptions/:id', {
    tag,
    id: 'getConnectorDescription',
    summary: 'Retrieve connector description',
    description:
      'What the connector links, and how its instances and clients are configured. The id is its number, or its ' +
      '`type_id`. Only types of the account need an access token.',
    access: { scope: 'public', acceptsToken: true },
    answer: { status: 200, body: descriptionResource, isConstant: true },
    async handle({ descriptions, params, bearer }) {
      const all = await descriptions(accountOf(bearer));
      const description = all.find(
        ({ id, type_id: type }) => String(id) === params.id || type === params.id,
      );
      if (!description) throw new Problem('not_found', 'There is no such connector description.');
      return { body: description, isConstant: !isPrivateType(description.type_id) };
    },
  }),

  operation.post('/api/v1/connectors/instances', {
    ...instances,
    id: 'createConnectorInstance',
    summary: 'Create connector instance',
    description:
      'Configures a connector type for the account, which has at most one instance of each type (409). The ' +
      'configuration is stored encrypted and never shown again.',
    input: { body: newInstance, bareIds: withBareType },
    answer: { status: 201, body: createdId, problems: problemsOf('instances.create') },
    audit: { resource: 'connector_instance' },
    async handle({ connectors, sealing, caller, body, hrefs, newId }) {
      const id = newId();
      const { developer } = caller;
      const purpose = 'instances.configuration';
      const configuration = sealing.seal({ purpose, developer, id }, body.configuration);
      await connectors('instances.create', { ...body, caller, id, configuration });
      return { body: { id }, headers: { Location: hrefs.instance(id) } };
    },
  }),
  operation.get('/api/v1/connectors/instances', {
    ...reading,
    id: 'listConnectorInstances',
    summary: 'Retrieve connector instances',
    description: 'References to the instances of the account.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: references },
    async handle({ connectors, caller, query, hrefs, url }) {
      const page = await connectors('instances.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.instance(id) }));
    },
  }),
  operation.get('/api/v1/connectors/instances/:id', {
    ...reading,
    id: 'getConnectorInstance',
    summary: 'Retrieve connector instance',
    description: 'Its connector and the clients that use it, or those of the subject.',
    answer: { status: 200, body: connectorInstanceResource },
    handle: ({ params, ...request }) => readInstance(request, params.id),
  }),
  operation.patch('/api/v1/connectors/instances/:id', {
    ...instances,
    id: 'updateConnectorInstance',
    summary: 'Change connector instance',
    description:
      'Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has ' +
      'succeeded for one of its clients, if it has any; until then, and if it fails, the old one stays. ' +
      '`clients_per_subject` can be changed, too; clients that there are stay.',
    input: { body: instancePatch },
    answer: {
      status: 204,
      others: changedAnswer(connectorInstanceResource),
      problems: problemsOf('instances.update'),
    },
    audit: { resource: 'connector_instance' },
    async handle({ params: { id }, body, ...request }) {
      const { connectors, sealing, caller, header } = request;
      const { developer } = caller;
      const purpose = 'instances.configuration';
      const patch = sealing.seal({ purpose, developer, id }, body.configuration);
      const { clients_per_subject } = body;
      const input = { caller, id, patch, clients_per_subject, ...expectedBy(header) };
      const changed = await connectors('instances.update', input);
      return answerPatch(header, changed, () => readInstance(request, id));
    },
  }),
  operation.delete('/api/v1/connectors/instances/:id', {
    ...instances,
    id: 'deleteConnectorInstance',
    summary: 'Delete connector instance',
    description: 'Refused while clients use the instance (409).',
    input: { query: removalQuery },
    answer: { status: 204, others: previewAnswer, problems: problemsOf('instances.remove') },
    audit: { resource: 'connector_instance' },
    async handle({ connectors, caller, params: { id }, query, hrefs, header }) {
      if (query.dry_run) {
        const preview = await connectors('instances.preview_removal', { caller, id });
        return { status: 200, body: removalToJson(preview, hrefs) };
      }
      await connectors('instances.remove', { caller, id, ...expectedBy(header) });
    },
  }),

  operation.get('/api/v1/connectors/instances/:id/activity', {
    ...reading,
    access: { ...reading.access, subject: 'none' },
    id: 'getInstanceActivity',
    summary: 'Retrieve activity of a connector instance',
    description:
      'What the polls of its clients did in each of the last 24 hours, and how long they took.',
    answer: { status: 200, body: instanceActivityResource },
    handle: async ({ connectors, caller, params: { id } }) => ({
      body: await connectors('instances.activity', { caller, id }),
    }),
  }),
  operation.get('/api/v1/connectors/activity', {
    ...reading,
    access: { ...reading.access, subject: 'none' },
    id: 'getConnectorActivity',
    summary: 'Retrieve connector activity',
    description:
      'How many clients the account has, and what their polls did in each of the last 24 hours. Counts of clients are ' +
      'up to 30 seconds old, those of polls about five; a process that is killed loses the counts that it has not ' +
      'reported yet.',
    answer: { status: 200, body: activityResource },
    handle: async ({ connectors, caller: { developer } }) => ({
      body: await connectors('activity.read', { developer }),
    }),
  }),
  operation.get('/api/v1/connectors/callbackurl', {
    tag,
    id: 'getConnectorCallbackUrl',
    summary: 'Get connector service callback url',
    description:
      'The address for action requests to the things of connectors. Any valid access token will do.',
    access: { scope: 'any token' },
    answer: { status: 200, body: reference },
    async handle({ hrefs }) {
      return { body: { href: hrefs.callback } };
    },
  }),
];

/** Returns the account of an access token; undefined without one. */
const accountOf = (bearer: Bearer): string | undefined =>
  bearer === nobody ? undefined : bearer.developer;

const hasOwn = (all: readonly ConnectorDescription[]): boolean =>
  isPrivateType(all.at(-1)?.type_id ?? '');

async function readInstance(
  { connectors, caller, hrefs }: Pick<OperationRequest, 'connectors' | 'caller' | 'hrefs'>,
  id: string,
) {
  const instance = await connectors('instances.read', { caller, id });
  const etag = tagOf(instance.version, instance.clients);
  return { body: connectorInstanceToJson(instance, hrefs), etag };
}
