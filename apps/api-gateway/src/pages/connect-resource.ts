import {
  agent,
  cause,
  connectBranding,
  connectorClient,
  type ConnectorClient,
  connectorDescription,
  type ConnectorDescription,
  type ConnectOverview,
  foundTechnology,
  openConnectSession,
  type OpenConnectSession,
  plainText,
  type Thing,
  uuid,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';
import { connectLanguages, type ConnectSession, subjectName } from '../access/connect-session.js';

const maxLifetimeSeconds = 24 * 60 * 60;

export const newConnectSession = z
  .strictObject({
    types: z
      .array(z.string().max(256))
      .min(1)
      .max(100)
      .optional()
      .describe('The connector types to offer; all that there are instances of.'),
    instances: z
      .array(z.string().max(2048))
      .min(1)
      .max(100)
      .optional()
      .describe('The same by instances.'),
    client: z
      .string()
      .max(2048)
      .optional()
      .describe('A client of the subject, to correct or to authorize again.'),
    return_url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe('Where the end user goes in the end, at an origin that the app lists.'),
    subject_name: subjectName.optional().meta({
      description:
        'Who the end user is, as the page shows it: who has got the link of somebody else notices.',
      example: 'Ada',
    }),
    language: z
      .enum(connectLanguages)
      .optional()
      .describe('That of the page; by default that of the browser.'),
    expires_in: z
      .number()
      .int()
      .min(60)
      .max(maxLifetimeSeconds)
      .default(30 * 60)
      .describe('Seconds.'),
  })
  .meta({
    id: 'NewConnectSession',
    example: { types: ['mqtt-discovery', 'philips-hue'], language: 'en' },
  });

export const connectSessionResource = z
  .object({
    id: uuid,
    href: z
      .url()
      .describe('The address for the end user. It grants access as the end user: keep it secret.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'ConnectSession' });

export const openConnectSessionResource = openConnectSession
  .omit({ client: true })
  .extend({
    subject: reference,
    app: z.string().describe('The client id of the app that has created it.'),
    types: openConnectSession.shape.types.describe('The connector types that it offers; or all.'),
    client: reference.optional().describe('The client that it is about.'),
  })
  .meta({ id: 'OpenConnectSession' });

export const openConnectSessionToJson = (
  { subject, client, ...session }: OpenConnectSession,
  hrefs: Hrefs,
): z.output<typeof openConnectSessionResource> => ({
  ...session,
  subject: { href: hrefs.subject(subject) },
  ...(client !== undefined && { client: { href: hrefs.client(client) } }),
});

export const connectBrandingResource = connectBranding.meta({ id: 'ConnectBranding' });

export const newConnectBranding = z
  .strictObject(connectBranding.shape)
  .meta({ id: 'NewConnectBranding' });

export const connectPageResource = z
  .object({
    branding: connectBranding.optional(),
    subject_name: subjectName.optional(),
    return_url: z.string().optional(),
    language: z.enum(connectLanguages).optional(),
    client: uuid.optional().describe('The one that this is about.'),
    expires_at: z.iso.datetime(),
    technologies: z.array(
      connectorDescription
        .pick({
          type_id: true,
          name: true,
          description: true,
          logo: true,
          connect: true,
          category: true,
          translations: true,
        })
        .extend({
          clients_per_subject: z.number().int(),
          offered: z
            .boolean()
            .describe('Whether it can be connected; otherwise it is that of a client below.'),
          configuration_schema: z.record(z.string(), z.unknown()),
          local: z.boolean().describe('Whether it is found in homes, so that an agent may help.'),
        }),
    ),
    agents: z
      .array(agent.pick({ id: true, name: true, state: true }))
      .describe('The agents of the subject, through which technologies are reached (`via`).'),
    found: z
      .array(foundTechnology.omit({ connector_type_id: true }).extend({ type_id: z.string() }))
      .describe('What they have found: name and configuration for a new client.'),
    clients: z.array(
      connectorClient.pick({ id: true, name: true, status: true }).extend({
        type_id: z.string(),
        error: z.object({ code: z.string() }).optional(),
        needs_authorization: z.boolean(),
        paused: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ConnectPage' });

export function connectPageToJson(
  session: ConnectSession,
  { branding, instances, clients, local = [], agents = [], found = [] }: ConnectOverview,
  descriptions: readonly ConnectorDescription[],
): z.output<typeof connectPageResource> {
  const { subject_name, return_url, language, client, expires } = session;
  const included = clients.filter(({ id, connector_type_id: type }) =>
    isIncluded(session, { id, type }),
  );
  return {
    branding,
    subject_name,
    return_url,
    language,
    client,
    expires_at: new Date(expires * 1000).toISOString(),
    technologies: instances.flatMap((instance) => {
      const { connector_type_id: type, clients_per_subject } = instance;
      const description = descriptions.find(({ type_id }) => type_id === type);
      const offered = isOffered(session, type);
      const isShown = offered || included.some((one) => one.connector_type_id === type);
      const configuration_schema =
        instance.client_configuration_schema ?? description?.client_configuration_schema ?? {};
      return description && isShown
        ? [
            {
              ...technologyOf(description, instance),
              configuration_schema,
              clients_per_subject,
              offered,
              local: local.includes(type),
            },
          ]
        : [];
    }),
    agents,
    found: found.flatMap(({ connector_type_id: type_id, ...one }) =>
      isOffered(session, type_id) ? [{ ...one, type_id }] : [],
    ),
    clients: included.map(({ connector_type_id: type_id, paused = false, ...listed }) => ({
      ...listed,
      type_id,
      paused,
    })),
  };
}

const technologyOf = (
  description: ConnectorDescription,
  { connect_method: method }: ConnectOverview['instances'][number],
) => {
  const { type_id, name, logo, connect, category, translations } = description;
  return {
    type_id,
    name,
    description: description.description,
    logo,
    category,
    translations,
    ...(connect && { connect: { ...connect, ...(method && { method }) } }),
  };
};

/** Returns whether new clients of a type can be created in a session. */
export const isOffered = ({ types, client }: ConnectSession, type: string): boolean =>
  client === undefined && (types === undefined || types.includes(type));

/** Returns whether a client can be seen and changed in a session. */
export const isIncluded = (
  { types, client }: ConnectSession,
  { id, type }: { id: string; type: string },
): boolean => (client === undefined ? types === undefined || types.includes(type) : client === id);

/** The most things of a client that the page shows. */
export const maxShownThings = 50;

export const connectClientResource = connectorClient
  .pick({ id: true, name: true, status: true, error: true, last_polled: true, next_poll: true })
  .extend({
    type_id: z.string(),
    needs_authorization: z.boolean(),
    paused: z.boolean().describe('Whether it is left alone until the app resumes it.'),
    warnings: z.array(z.object({ code: z.string(), detail: z.string(), cause: cause.optional() })),
    things_count: z.number().int(),
    things: z
      .array(z.object({ id: uuid, title: plainText, types: z.array(z.string()) }))
      .describe(`The first ${maxShownThings}.`),
  })
  .meta({ id: 'ConnectClient' });

export function connectClientToJson(
  {
    id,
    name,
    status,
    error,
    last_polled,
    next_poll,
    warnings,
    mappings,
    ...client
  }: ConnectorClient,
  { type, things }: { type: string; things: Thing[] },
): z.output<typeof connectClientResource> {
  return {
    id,
    name,
    status,
    error,
    last_polled,
    next_poll,
    type_id: type,
    needs_authorization: client.authorization_ticket !== undefined,
    paused: client.paused !== undefined,
    warnings: warnings.map(({ code, detail, cause }) => ({ code, detail, cause })),
    things_count: mappings.length,
    things: things.map(({ id, title, types }) => ({ id, title, types })),
  };
}
