import { maxCountedThings } from '@trellis/contracts';
import {
  boundedStatement,
  boundedBatchSql,
  maxAnswerBytes,
  sizedItemsSql,
  statement,
  type BoundedRow,
} from '@trellis/database';
import type { Client } from '../generated/prisma/client.js';
import { isVisibleSql } from '../visible.js';

/** The state of a client: its columns and those of related tables. */
export interface ClientStateRow extends Pick<
  Client,
  | 'id'
  | 'subject'
  | 'connectorType'
  | 'name'
  | 'attributes'
  | 'vendorAccount'
  | 'status'
  | 'errorCode'
  | 'errorDetail'
  | 'errorSince'
  | 'errorFacts'
  | 'failures'
  | 'warnings'
  | 'pausedSince'
  | 'pauseReason'
  | 'via'
> {
  /** Its agent; null without one, and when it was removed. */
  agent: { since: string; isOnline: boolean } | null;
  instance: string;
  /** Whether end users authorize the clients of the instance; null when the type decides. */
  authorizes: boolean | null;
  hasTokens: boolean;
  connection: {
    state: string;
    since: string;
    isLeased: boolean;
    /** When the last worker stopped listening, if it is not leased. */
    until: string;
    flooding: string[] | null;
  } | null;
  missing: { since: string; found: number; missing: number; waits: boolean } | null;
  removal: {
    since: string;
    attempts: number;
    things_removed: boolean;
    code: string | null;
    detail: string | null;
    failed: string | null;
  } | null;
  /** How many of its devices have readable properties but no value. */
  silent: number;
}

/** A client that one of the callers sees, with the position of the call in its batch. */
export interface ClientReadRow
  extends ClientStateRow, Pick<Client, 'configuration' | 'debugUntil'>, BoundedRow {
  mappings: { connector_thing_id: string; thing_id: string }[];
}

/** The size of a mapping without the id of its device (bytes). */
const mappingBytes = 100;

/** Selects the clients of a batch, without their mappings. */
const clients = `
  SELECT call.position::int AS position, client.*, instance.id AS instance, instance.authorizes, size.bytes
  FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS call(id, developer, subject, position)
  JOIN clients client ON client.id = call.id AND ${isVisibleSql('client', 'call')}
  JOIN instances instance ON instance.key = client.instance_key
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(octet_length(mapping.entity) + ${mappingBytes}), 0)
      + coalesce(octet_length(client.attributes::text), 0) AS bytes
    FROM mappings mapping WHERE mapping.client_key = client.key
  ) AS size`;

/**
 * The columns of a {@link ClientStateRow} but `silent`, of the client `client` with the id of its `instance` and
 * `authorizes` of that.
 */
const clientStateSql = `
  client.id, client.instance, client.authorizes, client.subject, client.connector_type AS "connectorType", client.name, client.attributes,
  client.vendor_account AS "vendorAccount",
  client.status, client.error_code AS "errorCode", client.error_detail AS "errorDetail",
  client.error_since AS "errorSince", client.error_facts AS "errorFacts", client.failures, client.warnings, client.paused_since AS "pausedSince",
  client.pause_reason AS "pauseReason", client.tokens IS NOT NULL AS "hasTokens", client.via,
  (
    SELECT json_build_object('since', agent.since, 'isOnline', EXISTS (
      SELECT FROM relays relay WHERE relay.id = agent.relay AND relay.until > now()))
    FROM agents agent WHERE agent.id = client.via
  ) AS agent,
  (
    SELECT json_build_object('state', listener.state, 'since', listener.since,
      'isLeased', listener.worker IS NOT NULL AND listener.until > now(),
      'until', CASE WHEN listener.worker IS NULL THEN listener.since ELSE listener.until END,
      'flooding', listener.flooding)
    FROM listeners listener WHERE listener.client_key = client.key
  ) AS connection,
  (
    SELECT json_build_object('since', missing.since, 'found', missing.found, 'missing', missing.missing,
      'waits', missing.waits)
    FROM missing_devices missing WHERE missing.client_key = client.key
  ) AS missing,
  (
    SELECT json_build_object('since', removal.requested, 'attempts', removal.attempts,
      'things_removed', removal.things_removed, 'code', removal.error_code,
      'detail', removal.error_detail, 'failed', removal.failed)
    FROM removals removal WHERE removal.client_key = client.key
  ) AS removal`;

/** Reads clients with their mappings. $1 ids, $2 developers, $3 subjects or nulls. */
export const readClients = boundedStatement<ClientReadRow>(
  'clients.read',
  (bounded) => `
  SELECT client.position, client."deferredFrom", client.configuration,
    client.debug_until AS "debugUntil", ${clientStateSql},
    (
      SELECT count(*)::int FROM mappings mapping
      WHERE mapping.client_key = client.key AND mapping.available AND NOT mapping.has_values
    ) AS silent,
    (
      SELECT coalesce(json_agg(
        json_build_object('connector_thing_id', mapping.entity, 'thing_id', mapping.thing)
        ORDER BY mapping.key), '[]')
      FROM mappings mapping WHERE mapping.client_key = client.key AND mapping.thing_exists
    ) AS mappings
  FROM (${bounded(clients)}) AS client`,
);

/** A client that was requested by its id; `silent` counts within `things`. */
export interface ShownRow extends BoundedRow, ClientStateRow {
  /** Its position among the ids of the call, from 1. */
  index: number;
  /** How many clients were found; the answer may not have room for all of them. */
  found: number;
  things: number;
}

const clientBytes = 1_000;

const shownClients = `
  SELECT named.index AS key, client.key AS client,
    ${clientBytes} + octet_length(client.subject) + octet_length(client.name)
      + coalesce(octet_length(client.attributes::text), 0)
      + coalesce(octet_length(client.error_detail), 0) + coalesce(octet_length(client.error_facts), 0)
      + coalesce(octet_length(client.warnings), 0)
      + coalesce(octet_length(client.pause_reason), 0) AS bytes
  FROM unnest(string_to_array(call.ids, E'\\n')::uuid[]) WITH ORDINALITY AS named(id, index)
  JOIN clients client ON client.id = named.id AND ${isVisibleSql('client', 'call')}`;

const showCalls = `
  SELECT call.*, size.bytes
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS call(developer, subject, ids, position)
  CROSS JOIN LATERAL (
    SELECT least(coalesce(sum(bytes), 0), ${maxAnswerBytes}) AS bytes FROM (${shownClients}) AS item
  ) AS size`;

/** Reads clients by their ids. $1 developers, $2 subjects or nulls, $3 ids, one per line. */
export const showClientsByIds = statement<ShownRow>(
  'clients.show',
  `SELECT call.position::int AS position, call."deferredFrom", item.index, item.found,
    counted.things, counted.silent, ${clientStateSql}
  FROM (${boundedBatchSql(showCalls)}) AS call
  CROSS JOIN LATERAL (
    SELECT client, key::int AS index, fits, (count(*) OVER ())::int AS found
    FROM (${sizedItemsSql(shownClients)}) AS sized
  ) AS item
  CROSS JOIN LATERAL (
    SELECT client.*, instance.id AS instance, instance.authorizes
    FROM clients client JOIN instances instance ON instance.key = client.instance_key
    WHERE client.key = item.client
  ) AS client
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS things,
      (count(*) FILTER (WHERE available AND NOT has_values))::int AS silent
    FROM (
      SELECT available, has_values FROM mappings mapping
      WHERE mapping.client_key = item.client ORDER BY mapping.key LIMIT ${maxCountedThings}
    ) AS mapping
  ) AS counted
  WHERE item.fits
  ORDER BY call.position, item.index`,
);
