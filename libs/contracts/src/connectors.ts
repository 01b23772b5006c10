import { z } from 'zod';
import { caller, nothing, page, pageOf, pageOfIds, subjectId, uuid } from './caller.js';
import { defineContract } from './call.js';
import { callbackCalls } from './callbacks.js';
import { interactionCalls } from './interactions.js';
import { anyJson } from './text.js';

/** What a connector type is and how its configurations look. */
export const connectorDescription = z.object({
  id: z.number().int(),
  type_id: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  sample_instance_configuration: z.object({
    connector_type_id: z.string(),
    configuration: z.record(z.string(), anyJson),
  }),
  sample_client_configuration: z.looseObject({ connector_type_id: z.string() }),
  /** JSON Schemas of the two configurations. */
  instance_configuration_schema: z.record(z.string(), z.unknown()),
  client_configuration_schema: z.record(z.string(), z.unknown()),
});
export type ConnectorDescription = z.infer<typeof connectorDescription>;

/** A secret, or a configuration that may hold some, sealed for connector-runtime. */
export const sealed = z.string();

export const clientStatus = z.enum(['STARTING', 'STARTED', 'ERROR']);
export type ClientStatus = z.infer<typeof clientStatus>;

/** Why the last poll of a client failed. */
export const clientError = z.object({
  code: z.enum(['unavailable', 'authorization_required', 'misconfigured', 'connector_failed']),
  detail: z.string(),
  since: z.iso.datetime(),
  remedy: z.enum(['retry', 'reauthorize', 'fix-configuration']).optional(),
});
export type ClientError = z.infer<typeof clientError>;

export const mapping = z.object({ connector_thing_id: z.string(), thing_id: uuid });

const connectorClient = z.object({
  id: uuid,
  instance: uuid,
  connector: z.number().int(),
  subject: subjectId,
  mappings: z.array(mapping),
  status: clientStatus,
  error: clientError.optional(),
  /** With what an authorization by the end user is begun, where one is needed. */
  authorization_ticket: z.string().optional(),
});

/** A room or the like, in which the remote technology has put things: a suggestion for a unit. */
export const place = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  parent: z.string().optional(),
  things: z.array(uuid),
});

/** The address to which a browser is sent on. */
const onward = z.object({ location: z.string() });

const instance = z.object({
  id: uuid,
  connector: z.number().int(),
  clients: z.array(uuid),
});

const onResource = z.object({ caller, id: z.string() });

/** What a removal would take along. */
const removal = z.object({
  clients: z.array(uuid),
  things: z.array(uuid),
  places: z.array(z.object({ thing: uuid, unit: uuid })),
});

/** What connector-runtime answers: connector types, instances, clients and registered apps. */
export const connectorsContract = defineContract({
  queue: 'connectors',
  calls: {
    'descriptions.list': {
      input: z.object({ page }),
      output: pageOf(connectorDescription),
      problems: [],
    },
    'descriptions.read': {
      input: z.object({ id: z.string() }),
      output: connectorDescription,
      problems: [],
    },

    'instances.create': {
      input: z.object({ caller, id: uuid, connector_type_id: z.string(), configuration: sealed }),
      output: z.object({ id: uuid }),
      problems: ['unknown_connector_type', 'invalid_configuration', 'already_exists'],
    },
    'instances.list': { input: z.object({ caller, page }), output: pageOfIds, problems: [] },
    'instances.read': { input: onResource, output: instance, problems: [] },
    'instances.remove': { input: onResource, output: nothing, problems: ['clients_attached'] },
    'instances.preview_removal': { input: onResource, output: removal, problems: [] },

    'clients.create': {
      input: z.object({
        caller: caller.required(),
        id: uuid,
        connector_type_id: z.string(),
        configuration: sealed,
        /** Where providers send the browsers of end users back to. */
        redirect_uri: z.string(),
      }),
      /** With a location, the end user has to go there and authorize the client. */
      output: onward.partial().extend({ id: uuid }),
      problems: [
        'unknown_connector_type',
        'invalid_configuration',
        'no_connector_instance',
        'already_exists',
      ],
    },
    'clients.list': { input: z.object({ caller, page }), output: pageOfIds, problems: [] },
    'clients.read': { input: onResource, output: connectorClient, problems: [] },
    'clients.places': { input: onResource, output: z.array(place), problems: [] },
    'clients.remove': { input: onResource, output: nothing, problems: ['removal_failed'] },
    'clients.preview_removal': { input: onResource, output: removal, problems: [] },

    /** Begins the authorization of a client anew. */
    'authorizations.begin': {
      input: z.object({ ticket: z.string(), redirect_uri: z.string() }),
      output: onward,
      problems: [],
    },
    /** Takes the answer of a provider to an authorization. */
    'authorizations.complete': {
      input: z.object({
        parameters: z.record(z.string(), z.string()),
        redirect_uri: z.string(),
      }),
      output: onward,
      problems: ['authorization_expired'],
    },

    ...interactionCalls.calls,
    ...callbackCalls.calls,

    /** Exchanges an app's credentials for what its tokens say. */
    'apps.authenticate': {
      input: z.object({ client_id: z.string(), client_secret: sealed }),
      output: z.object({ developer: z.string(), scopes: z.array(z.string()) }),
      problems: ['invalid_client'],
    },
    'health.check': { input: nothing, output: nothing, problems: [] },
  },
});
