import { z } from 'zod';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';
import { authorizationTimeouts } from '../timeouts.js';
import { requiring, versionOf } from '../version.js';
import { agent } from './agents.js';
import { clientError, connectorClient } from './client.js';
import { connectorInstance } from './instances.js';

/** The branding of the page on which end users connect their technologies. */
export const connectBranding = z.object({
  name: plainText.max(80).meta({ description: 'The name of the app, as its end users know it.' }),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Must be a color such as `#1f6feb`.')
    .optional()
    .meta({
      description: 'Of buttons and links; made darker or lighter where it could not be read.',
    }),
});
export type ConnectBranding = z.infer<typeof connectBranding>;

export const connectBrandingVersion = ({ name, color }: ConnectBranding): string =>
  versionOf([name, color ?? null]);

/** The most sessions of a subject at once; the oldest ones give way. */
export const maxConnectSessions = 100;

/** A session whose address somebody may still use. */
export const openConnectSession = z.object({
  id: uuid,
  subject: subjectId,
  /** The app that has created it. */
  app: z.string(),
  /** The connector types that can be connected; all when left out. */
  types: z.array(z.string()).optional(),
  /** The client that it is about. */
  client: uuid.optional(),
  created: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type OpenConnectSession = z.infer<typeof openConnectSession>;

const ownClient = connectorClient.pick({ id: true, name: true, status: true }).extend({
  connector_type_id: z.string(),
  error: clientError.pick({ code: true }).optional(),
  /** Whether it waits for its end user. */
  needs_authorization: z.boolean(),
  paused: z.boolean(),
});

/** A technology that an agent has found, with the configuration that leads to it. */
export const foundTechnology = z.object({
  agent: uuid,
  connector_type_id: z.string(),
  /** The name under which it is announced. */
  name: plainText,
  configuration: z.record(z.string(), z.string()),
});

export const connectCalls = defineCalls({
  'connect.read_branding': {
    input: z.object({ caller }),
    output: z.object({ branding: connectBranding.optional() }),
  },
  'connect.put_branding': {
    input: z.object({ caller, branding: connectBranding, ...requiring }),
    problems: ['precondition_failed'],
  },
  /** Stores a session, without which its address is worth nothing. */
  'connect.create_session': {
    input: openConnectSession.omit({ subject: true, created: true }).extend({
      caller: caller.required(),
    }),
    problems: ['invalid_token'],
  },
  /** Lists the sessions that have not expired, in order of creation. */
  'connect.list_sessions': {
    input: z.object({ caller, page }),
    output: pageOf(openConnectSession),
  },
  'connect.remove_session': { input: onResource },
  /** Reads the instances that a subject can connect to, and its clients. */
  'connect.overview': {
    input: z.object({ caller: caller.required() }),
    output: z.object({
      branding: connectBranding.optional(),
      instances: z.array(
        connectorInstance
          .omit({ connector: true, clients: true, version: true })
          .extend({ connector_type_id: z.string() }),
      ),
      /** At most 1000, in order of creation. */
      clients: z.array(ownClient),
      /** The types of technologies that are found in homes. */
      local: z.array(z.string()).optional(),
      /** The agents of the subject, and what those that are connected have found. */
      agents: z.array(agent.pick({ id: true, name: true, state: true })).optional(),
      found: z.array(foundTechnology).optional(),
    }),
  },
  /**
   * Issues a ticket for the authorization of a client, even if it was authorized before. The browser then returns to the
   * given address instead of the instance's.
   */
  'connect.authorize': {
    input: onResource.extend({ return_to: z.url().max(2048) }),
    output: z.object({ ticket: z.string() }),
    problems: ['invalid_request'],
  },
});
export type ConnectOverview = z.infer<(typeof connectCalls)['connect.overview']['output']>;

const redirect = z.object({ location: z.string() });

/** SHA-256 (hexadecimal) of a secret of the browser that begins an authorization. */
const browser = z.string().regex(/^[0-9a-f]{64}$/);

/** A device authorization, and the browser that began it. */
const ofDevice = z.object({ state: z.string().max(1_024), browser: browser.optional() });

export const authorizationCalls = defineCalls({
  /** Begins the authorization for which a ticket was issued. */
  'authorizations.begin': {
    input: z.object({
      ticket: z.string(),
      redirect_uri: z.string(),
      browser,
      /** Whether the end user may switch to another account at the vendor. */
      accept_other_account: z.boolean().optional(),
      /** Makes the authorization server ask for the account again (OpenID Connect Core 1.0, section 3.1.2.1). */
      prompt: z.literal('login').optional(),
    }),
    /**
     * Includes the `state` that the authorization server sends back. There is no location if the end user enters a code
     * at the vendor.
     */
    output: redirect.partial().extend({ state: z.string() }),
    problems: ['unavailable', 'remote_misconfigured'],
    timeoutMs: authorizationTimeouts.callMs,
  },
  /** Reads a device authorization (RFC 8628): what the end user enters where, or how it ended. */
  'authorizations.read_device': {
    input: ofDevice,
    output: z.object({
      developer: z.string(),
      connector_type_id: z.string(),
      expires: z.iso.datetime(),
      codes: z
        .object({
          user_code: z.string(),
          verification_uri: z.string(),
          verification_uri_complete: z.string().optional(),
        })
        .optional(),
      ended: redirect.partial().extend({ error: z.string().optional() }).optional(),
    }),
    problems: ['authorization_expired'],
  },
  /** Ends a device authorization that the end user has abandoned. */
  'authorizations.cancel_device': {
    input: ofDevice,
    output: redirect.partial(),
    problems: ['authorization_expired'],
  },
  /** Handles the authorization server's response (RFC 6749, section 4.1.2). */
  'authorizations.complete': {
    input: z.object({
      parameters: z.record(z.string(), z.string()),
      redirect_uri: z.string(),
      /** The browser that brings the response; missing when it has begun no such authorization. */
      browser: browser.optional(),
    }),
    output: redirect.extend({
      client: uuid,
      developer: z.string(),
      subject: subjectId,
      /** The error that is passed on to the app. */
      error: z.string().optional(),
    }),
    problems: ['authorization_expired', 'other_browser'],
    timeoutMs: authorizationTimeouts.callMs,
  },
});
