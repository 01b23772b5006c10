import type { Requester } from '@trellis/contracts';
import { statement } from '@trellis/database';
import type { ClientRow } from '../session.js';
import type { MissingDevices } from './missing-devices.js';
import type { KnownEntity } from './reconcile.js';

/** A client with its instance and its connector's memory. */
export interface ClientColumns extends Omit<ClientRow, 'key' | 'instance'> {
  key: string;
  instanceId: string;
  instanceConfiguration: string;
  memory: string | null;
}

export const clientColumns = `client.key, client.id, client.developer, client.subject,
    client.connector_type AS "connectorType", client.configuration, client.status,
    client.error_code AS "errorCode", client.error_detail AS "errorDetail", client.error_facts AS "errorFacts",
    client.error_since AS "errorSince", client.failures, client.warnings, client.memory,
    client.tokens, client.rooms, client.paused_since AS "pausedSince",
    client.resuming AS "isResuming", client.attributes,
    client.vendor_account AS "vendorAccount", client.debug_until AS "debugUntil", client.isolation, client.via,
    instance.id AS "instanceId", instance.configuration AS "instanceConfiguration"`;

/** A client with its entities. */
export interface PolledRow extends ClientColumns {
  requestedBy: Requester | null;
  known: KnownEntity[];
  listener: ListenerState | null;
  hook: HookState | null;
  missing: (Omit<MissingDevices, 'since'> & { since: string }) | null;
}

export interface ListenerState {
  isConnected: boolean;
}

/** The newest address at which a client's vendor reports changes. */
export interface HookState {
  base: string;
  isRegistered: boolean;
  /** Time since its registration, or since the attempt to register it (ms). */
  ageMs: number;
}

/** Reads clients for their polls. $1 ids. */
export const readPolledClients = statement<PolledRow>(
  'polls.read',
  `SELECT ${clientColumns}, clock_timestamp() AS polled, client.poll_requester AS "requestedBy",
    (
      SELECT coalesce(json_agg(json_build_object(
        'entity', mapping.entity, 'thing', mapping.thing, 'fingerprint', mapping.fingerprint,
        'available', mapping.available, 'problem', mapping.problem,
        'hasValues', mapping.has_values, 'handle', mapping.handle,
        'thingExists', mapping.thing_exists, 'names', mapping.names)), '[]')
      FROM mappings mapping WHERE mapping.client_key = client.key
    ) AS known,
    (
      SELECT json_build_object('isConnected', listener.state = 'connected' AND listener.until > now())
      FROM listeners listener WHERE listener.client_key = client.key
    ) AS listener,
    (
      SELECT json_build_object('base', hook.base, 'isRegistered', hook.registered IS NOT NULL,
        'ageMs', 1000 * extract(epoch FROM now() - coalesce(hook.registered, hook.created)))
      FROM hooks hook WHERE hook.client_key = client.key ORDER BY hook.created DESC LIMIT 1
    ) AS hook,
    (
      SELECT json_build_object('since', missing.since, 'found', missing.found, 'missing', missing.missing,
        'waits', missing.waits)
      FROM missing_devices missing WHERE missing.client_key = client.key
    ) AS missing
  FROM unnest($1::uuid[]) AS given(id)
  JOIN clients client ON client.id = given.id
  JOIN instances instance ON instance.key = client.instance_key`,
);

/** The columns that decide when a client is polled. */
export interface ScheduledRow {
  id: string;
  developer: string;
  connectorType: string;
  configuration: string;
  /** Whether it has no tokens and has never been polled. Its connector may need none. */
  isUnauthorized: boolean;
  /** Whether its instance requires tokens; null when its connector type decides. */
  authorizes: boolean | null;
}

/** Reads clients in the order of their ids. $1 ids. */
export const readScheduledClients = statement<ScheduledRow>(
  'polls.schedules',
  `SELECT client.id, client.developer, client.connector_type AS "connectorType", client.configuration,
    client.status = 'STARTING' AND client.tokens IS NULL AS "isUnauthorized",
    instance.authorizes
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, position)
  JOIN clients client ON client.id = given.id
  JOIN instances instance ON instance.key = client.instance_key
  ORDER BY given.position`,
);
