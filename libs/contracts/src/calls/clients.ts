import { z } from 'zod';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOfIds } from '../paging.js';
import { remedy } from '../problems.js';
import { anyJson, plainText } from '../text.js';
import { removalTimeouts } from '../timeouts.js';
import { expecting } from '../version.js';
import { configurationChange, removalPreview, sealed } from './instances.js';

export const clientStatus = z.enum(['STARTING', 'STARTED', 'ERROR']);
export type ClientStatus = z.infer<typeof clientStatus>;

/** What fails, of a client, a device or a part of it. */
export const failureCode = z.enum([
  'unavailable',
  'authorization_required',
  'misconfigured',
  'connector_failed',
  // Its polls stopped the service again and again, and rest.
  'set_aside',
  // Of warnings: the account has no room for the thing.
  'quota_exceeded',
  // Of warnings: some devices have no known value of any property.
  'no_values',
  // Of warnings: the device reports so often that not each of its values is stored.
  'flooding',
  // Of warnings: nobody listens for the client at the moment.
  'only_polled',
  // Of warnings: many devices were missing at once, and are not marked as vanished yet.
  'sweep_held',
  // Of what tells that nothing is known of the things of a client: it is paused.
  'paused',
]);

/** Why the last poll of a client failed. */
export const clientError = z.object({
  code: failureCode,
  detail: z.string(),
  since: z.iso.datetime(),
  remedy: remedy.optional(),
});
export type ClientError = z.infer<typeof clientError>;

/** Many devices that were missing at once, and are not marked as vanished yet. */
const heldSweep = z.object({
  /** How many of the devices that were known are missing, and how many are not. */
  missing: z.number().int(),
  found: z.number().int(),
  /** Since when just these are missing. */
  since: z.iso.datetime(),
  /** When they are marked, if they are missing still; null when that takes somebody who accepts it. */
  accepted_from: z.iso.datetime().nullable(),
});

/** What went wrong with one device, or one part, in a poll that otherwise succeeded. */
export const clientWarning = z.object({
  code: failureCode,
  detail: z.string(),
  /** The id of the device in the remote technology, if known. */
  connector_thing_id: z.string().optional(),
  /** With `sweep_held`. */
  sweep: heldSweep.optional(),
});
export type ClientWarning = z.infer<typeof clientWarning>;

/** The connection on which a client is listened for, beside its polls. */
export const clientConnection = z.object({
  state: z.enum(['connecting', 'connected', 'disconnected']),
  since: z.iso.datetime(),
});

/** A client that is left alone until it is resumed: it is neither polled nor listened for. */
const clientPause = z.object({ since: z.iso.datetime(), reason: plainText.optional() });

const mapping = z.object({ connector_thing_id: z.string(), thing_id: uuid });

/** The removal of a client that was requested and has not succeeded yet. */
const clientRemoval = z.object({
  /** When it was requested first. */
  since: z.iso.datetime(),
  /** How many of its things are left. */
  things_left: z.number().int(),
  /** How many attempts have failed. */
  attempts: z.number().int(),
  /** Why the last one has failed, and when. */
  last_error: z.object({ code: z.string(), detail: z.string(), at: z.iso.datetime() }).optional(),
  /** Null while an attempt is made, and when it rests until it is requested again. */
  next_attempt: z.iso.datetime().nullable(),
});

/** What a remote technology refused when a client was removed. */
export const givenUp = z.object({
  /** The address that its vendor was to forget, or the grant that was to be revoked. */
  step: z.enum(['hook', 'grant']),
  code: failureCode,
  detail: z.string(),
});
export type GivenUp = z.infer<typeof givenUp>;

export const connectorClient = z.object({
  id: uuid,
  instance: uuid,
  connector: z.number().int(),
  subject: subjectId,
  /** Tells the clients of a subject apart; left out when it was created without one. */
  name: z.string().optional(),
  mappings: z.array(mapping),
  status: clientStatus,
  error: clientError.optional(),
  warnings: z.array(clientWarning),
  /** Left out where the technology can only be polled, and before the first poll that succeeded. */
  connection: clientConnection.optional(),
  /** When its last poll began; null when that is not known, as before the first one. */
  last_polled: z.iso.datetime().nullable(),
  /** When its next poll is due; null while it is polled, and before it has been authorized. */
  next_poll: z.iso.datetime().nullable(),
  /** Present while it is paused; its status and error are those of before. */
  paused: clientPause.optional(),
  /** Present while it is being removed. */
  removal: clientRemoval.optional(),
  /** Allows its bearer to begin the authorization by the end user; present while one is needed. */
  authorization_ticket: z.string().optional(),
  /** Of its configuration. */
  version: z.string(),
});
export type ConnectorClient = z.infer<typeof connectorClient>;

/** The most things that are counted of a client that a list shows: so many are so many or more. */
export const maxCountedThings = 1_000;

/** What a list shows of a client. */
export const listedClient = connectorClient
  .pick({
    ...{ id: true, instance: true, connector: true, subject: true, name: true, status: true },
    ...{ error: true, connection: true, last_polled: true, next_poll: true, paused: true },
  })
  .extend({
    /** How many warnings it has. */
    warnings: z.number().int(),
    /** How many things it has created, at most {@link maxCountedThings}. */
    things: z.number().int(),
    /** Whether its subject has to authorize it. */
    awaits_authorization: z.boolean(),
    /** Present while it is being removed. */
    removal: clientRemoval.pick({ since: true, attempts: true, last_error: true }).optional(),
  });
export type ListedClient = z.infer<typeof listedClient>;

/** A room, floor, zone or home of the remote technology: a suggestion for a unit. */
export const room = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** The id of the room that contains it. */
  parent: z.string().optional(),
  things: z.array(uuid),
});
export type Room = z.infer<typeof room>;

/** Which clients a list has; of all without any. */
const clientConditions = {
  status: clientStatus.optional(),
  /** Those that are paused, or that are not. */
  paused: z.boolean().optional(),
  /** Those that somebody should look at, or the others. */
  attention: z.boolean().optional(),
};

/** What is shown of a configuration. */
export const shownConfiguration = z.object({
  configuration: z.record(z.string(), anyJson),
  /** JSON Pointers of the members that are left out because they are secrets. */
  secrets: z.array(z.string()),
});
export type ShownConfiguration = z.infer<typeof shownConfiguration>;

export const clientCalls = defineCalls({
  'clients.create': {
    input: z.object({
      caller: caller.required(),
      id: uuid,
      connector_type_id: z.string(),
      configuration: sealed,
      name: plainText.optional(),
    }),
    output: connectorClient.pick({ id: true, authorization_ticket: true }),
    problems: [
      'unknown_connector_type',
      'invalid_configuration',
      'no_connector_instance',
      'already_exists',
      'quota_exceeded',
    ],
  },
  'clients.list': {
    input: z.object({ caller, page, ...clientConditions }),
    output: pageOfIds,
    sets: true,
  },
  'clients.read': { input: onResource, output: connectorClient, sets: true },
  /**
   * The clients with these ids that the caller sees, in the order of the ids. Those of the first `covered` ids are
   * included, for which an answer has room.
   */
  'clients.show': {
    input: z.object({ caller, ids: z.array(uuid).max(1000) }),
    output: z.object({ clients: z.array(listedClient), covered: z.number().int() }),
    sets: true,
  },
  /** The configuration without its secrets, which is a `shownConfiguration`; encrypted. */
  'clients.read_configuration': {
    input: onResource,
    output: z.object({ shown: sealed, version: z.string() }),
  },
  /** A poll with the new configuration must succeed before it replaces the old one. */
  'clients.update': {
    ...configurationChange,
    input: configurationChange.input.extend({
      /** Whether an end user changes it, who need not be the one that has entered its secrets. */
      by_end_user: z.boolean().optional(),
    }),
  },
  /**
   * Decides on the sweep that is held: marks the devices that are missing as vanished now, or waits until they return
   * or it is accepted. To accept where none is held changes nothing.
   */
  'clients.settle_sweep': {
    input: onResource.extend({ action: z.enum(['accept', 'wait']) }),
    output: nothing,
    problems: ['no_sweep_held'],
  },
  /** Has it polled at once, unless that has only just been done. */
  'clients.poll': {
    input: onResource,
    output: nothing,
    problems: ['rate_limited', 'client_paused'],
  },
  /** Has it left alone until it is resumed. One that is paused already stays as it is. */
  'clients.pause': { input: onResource.extend({ reason: plainText.optional() }), output: nothing },
  /** Has it polled at once, and listened for, again. */
  'clients.resume': { input: onResource, output: nothing },
  'clients.rooms': { input: onResource, output: z.array(room) },
  'clients.remove': {
    input: onResource.extend({
      /** The id of the request: delivered twice, it finds what it has removed itself. */
      request: uuid.optional(),
      /** Whether the caller wants to know what was given up. */
      force: z.boolean().optional(),
      /** Of its configuration, when the removal is asked for. */
      ...expecting,
    }),
    output: z.object({ given_up: z.array(givenUp).optional() }),
    problems: ['removal_failed', 'precondition_failed'],
    timeoutMs: removalTimeouts.callMs,
  },
  'clients.preview_removal': { input: onResource, output: removalPreview },
});
