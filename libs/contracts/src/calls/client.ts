import { z } from 'zod';
import { attributes } from '../attributes.js';
import { subjectId, uuid } from '../caller.js';
import { remedy } from '../problems.js';
import { plainText } from '../text.js';
import { versionOf } from '../version.js';
import { failureFacts } from './failure.js';

export const clientStatus = z.enum(['STARTING', 'STARTED', 'ERROR']);
export type ClientStatus = z.infer<typeof clientStatus>;

/** Why a client, a device or a part of it fails. */
export const failureCode = z.enum([
  'unavailable',
  'authorization_required',
  'misconfigured',
  // Another device, bridge or account answers at its address than before.
  'another_device',
  'connector_failed',
  // Its polls crashed the service repeatedly and are suspended.
  'set_aside',
  // Warning: the quota of the account has no room for the thing.
  'quota_exceeded',
  // Warning: the client has no device.
  'no_devices',
  // Warning: some devices have no known value of any property.
  'no_values',
  // Warning: the device reports so often that some of its values are not stored.
  'flooding',
  // Warning: no worker listens for the client at the moment.
  'only_polled',
  // Warning: many devices went missing at once and are not marked as unavailable yet.
  'sweep_held',
]);

/** Why the last poll of a client failed. */
export const clientError = z.object({
  code: failureCode,
  detail: z.string(),
  since: z.iso.datetime(),
  remedy: remedy.optional(),
  ...failureFacts.shape,
});
export type ClientError = z.infer<typeof clientError>;

/** Many devices that went missing at once and are not marked as unavailable yet. */
const missingDevices = z.object({
  /** The number of known devices that are missing, and that are not. */
  missing: z.number().int(),
  found: z.number().int(),
  /** Since when exactly these devices are missing. */
  since: z.iso.datetime(),
  /** When they are marked, if they are still missing; null if that needs a decision by hand. */
  accepted_from: z.iso.datetime().nullable(),
});

/** A problem of one device, or of a part, in a poll that otherwise succeeded. */
export const clientWarning = z.object({
  code: failureCode,
  detail: z.string(),
  /** The id of the device in the remote technology, if known. */
  connector_thing_id: z.string().optional(),
  ...failureFacts.shape,
  /** With `sweep_held`. */
  sweep: missingDevices.optional(),
});
export type ClientWarning = z.infer<typeof clientWarning>;

/** The connection over which a client receives events between polls, or that of its agent while this is away. */
export const clientConnection = z.object({
  state: z.enum(['connecting', 'connected', 'disconnected', 'agent_offline']),
  since: z.iso.datetime(),
});

/** The account, bridge or home at the vendor that a client belongs to, as far as its connector knows. */
export const vendorAccount = z.object({
  id: plainText.optional(),
  name: plainText.optional(),
});
export type VendorAccount = z.infer<typeof vendorAccount>;

/** The pause of a client, which is neither polled nor listened to until it is resumed. */
export const clientPause = z.object({ since: z.iso.datetime(), reason: plainText.optional() });
export type ClientPause = z.infer<typeof clientPause>;

const mapping = z.object({ connector_thing_id: z.string(), thing_id: uuid });

/** The removal of a client that has not succeeded yet. */
const clientRemoval = z.object({
  since: z.iso.datetime(),
  things_left: z.number().int(),
  attempts: z.number().int(),
  last_error: z.object({ code: z.string(), detail: z.string(), at: z.iso.datetime() }).optional(),
  /** Null during an attempt, and when no more attempts are made until it is requested again. */
  next_attempt: z.iso.datetime().nullable(),
});

/** A clean-up step that a remote technology refused when a client was removed. */
export const givenUp = z.object({
  /** Unregistering the webhook, or revoking the grant. */
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
  /** Distinguishes the clients of a subject; left out when it was created without one. */
  name: z.string().optional(),
  attributes: attributes.optional(),
  account: vendorAccount.optional().meta({
    description:
      'Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.',
  }),
  via: uuid.optional().meta({
    description: 'The agent through which its technology is reached, in the network of that agent.',
  }),
  mappings: z.array(mapping),
  status: clientStatus,
  error: clientError.optional(),
  warnings: z.array(clientWarning),
  /** Left out where the technology can only be polled, and before the first successful poll. */
  connection: clientConnection.optional(),
  /** When its last poll began; null when unknown, as before the first one. */
  last_polled: z.iso.datetime().nullable(),
  /** When its next poll is due; null during a poll, and before it has been authorized. */
  next_poll: z.iso.datetime().nullable(),
  /** Polls that failed in a row; left out when the last one succeeded. */
  failures: z.number().int().optional(),
  /** Seconds until the next poll, which become more with each failure; with `failures` only. */
  retry_in: z.number().int().optional(),
  /** Present while it is paused; status and error are those from before the pause. */
  paused: clientPause.optional(),
  removal: clientRemoval.optional(),
  /** Until when all its operations are recorded with their requests; present until then. */
  debug_until: z.iso.datetime().optional(),
  /** Entitles its bearer to begin the end user's authorization; present while one is needed. */
  authorization_ticket: z.string().optional(),
  version: z.string(),
});
export type ConnectorClient = z.infer<typeof connectorClient>;

/** Returns the version of a client that is reached through an agent, or directly. */
export const movableVersion = (version: string, via: string | null | undefined): string =>
  via ? versionOf([version, via]) : version;

/** The limit up to which a list counts the things of a client; this number means that many or more. */
export const maxCountedThings = 1_000;

export const listedClient = connectorClient
  .pick({
    id: true,
    instance: true,
    connector: true,
    subject: true,
    name: true,
    attributes: true,
    account: true,
    via: true,
    status: true,
    error: true,
    connection: true,
    last_polled: true,
    next_poll: true,
    failures: true,
    retry_in: true,
    paused: true,
  })
  .extend({
    warnings: z.number().int(),
    /** The number of its things, at most {@link maxCountedThings}. */
    things: z.number().int(),
    awaits_authorization: z.boolean(),
    removal: clientRemoval.pick({ since: true, attempts: true, last_error: true }).optional(),
  });
export type ListedClient = z.infer<typeof listedClient>;
