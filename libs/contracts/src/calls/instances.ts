import { z } from 'zod';
import { caller, onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOfIds } from '../paging.js';
import { anyJson, longText } from '../text.js';
import { changeTimeouts, hookTimeouts } from '../timeouts.js';
import { expecting } from '../version.js';

/** A manual step at the device or vendor that connecting a client needs. */
export const connectStep = z.object({
  title: z.string(),
  description: z.string(),
  /** `before` entering the configuration, or `after` creating the client, whose polls wait for it. */
  when: z.enum(['before', 'after']),
  /** The member of the client's configuration that makes the step unnecessary. */
  unless: z.string().optional(),
});

/** How a client is connected: by its configuration alone, or by an additional authorization by the end user. */
const connectMethod = z.enum(['form', 'oauth2']);

/** How many languages a type has, and how many texts in each. */
const maxLanguages = 20;
const maxTexts = 300;

const atMost = (most: number) => (given: object) => Object.keys(given).length <= most;

/** Translations of texts, by language (BCP 47) and by the text. */
export const translations = z
  .record(
    z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'Must be a language, such as `de`.'),
    z
      .record(z.string().min(1).max(1_024), longText.min(1).max(2_048))
      .refine(atMost(maxTexts), `Must have at most ${maxTexts} texts.`),
  )
  .refine(atMost(maxLanguages), `Must have at most ${maxLanguages} languages.`);

/** A connector type, with samples and schemas of its configurations. */
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
  /** How a client is connected, unless its instance says otherwise, with the manual steps. */
  connect: z.object({ method: connectMethod, steps: z.array(connectStep) }),
  category: z.string().optional(),
  translations: translations
    .optional()
    .meta({ description: 'Its texts in other languages, by language and text.' }),
});
export type ConnectorDescription = z.infer<typeof connectorDescription>;

/** A secret, or a configuration that may hold secrets, encrypted by `libs/sealing`. */
export const sealed = z.string();

/** The maximum number of clients of a subject for an instance; if it is more than one, each has a name. */
export const clientsPerSubject = z.number().int().min(1).max(100);

export const connectorInstance = z.object({
  id: uuid,
  connector: z.number().int(),
  clients: z.array(uuid),
  clients_per_subject: clientsPerSubject.default(1),
  client_configuration_schema: z.record(z.string(), z.unknown()).optional().meta({
    description:
      'JSON Schema of the configuration of its clients, where it says more than the type.',
  }),
  connect_method: connectMethod.optional().meta({
    description: 'How its clients are connected, where it and not the type says so.',
  }),
  version: z.string(),
});
export type ConnectorInstance = z.infer<typeof connectorInstance>;

/** A change of a configuration by an encrypted JSON Merge Patch (RFC 7396). */
export const configurationChange = {
  input: onResource.extend({ patch: sealed, ...expecting }),
  output: z.object({ version: z.string() }),
  problems: ['invalid_configuration', 'trial_failed', 'precondition_failed', 'rate_limited'],
  timeoutMs: changeTimeouts.callMs,
} as const;

/** The resources that would be removed together with one. */
export const removalPreview = z.object({
  clients: z.array(uuid),
  things: z.array(uuid),
  memberships: z.array(z.object({ thing: uuid, unit: uuid })),
});
export type RemovalPreview = z.infer<typeof removalPreview>;

export const instanceCalls = defineCalls({
  'descriptions.list': { input: z.object({}), output: z.array(connectorDescription) },

  'instances.create': {
    input: z.object({
      caller,
      id: uuid,
      connector_type_id: z.string(),
      configuration: sealed,
      clients_per_subject: clientsPerSubject.optional(),
    }),
    output: z.object({ id: uuid }),
    problems: [
      'unknown_connector_type',
      'invalid_configuration',
      'already_exists',
      'quota_exceeded',
    ],
  },
  'instances.list': { input: z.object({ caller, page }), output: pageOfIds, batched: true },
  'instances.read': { input: onResource, output: connectorInstance, batched: true },
  /** Reads the configuration without its secrets: a `shownConfiguration`, encrypted. */
  'instances.read_configuration': {
    input: onResource,
    output: z.object({ shown: sealed, version: z.string() }),
  },
  /** Replaces the configuration once clients of the instance have been polled with the new one. */
  'instances.update': {
    ...configurationChange,
    input: configurationChange.input.extend({
      clients_per_subject: clientsPerSubject.optional(),
    }),
  },
  'instances.remove': {
    input: onResource.extend(expecting),
    problems: ['clients_attached', 'precondition_failed'],
  },
  'instances.preview_removal': { input: onResource, output: removalPreview },
});

/** The unchanged request of a vendor to the webhook of a client. */
export const hookRequest = z.object({
  headers: z.record(z.string(), z.string()),
  /** Base64. */
  body: z.string(),
});
export type HookRequestData = z.infer<typeof hookRequest>;

export const hookCalls = defineCalls({
  /** Handles such a request; `not_found` unless a client has the address. */
  'hooks.receive': {
    input: z.object({
      /** SHA-256 (hexadecimal) of the secret part of the address. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      request: sealed,
    }),
    timeoutMs: hookTimeouts.callMs,
  },
});
