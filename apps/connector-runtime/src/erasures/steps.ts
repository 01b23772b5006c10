import { pseudonymOf, wholeAccount } from '@trellis/contracts';
import {
  afterFirstPass,
  deleting,
  deletingFromPartitions,
  erasing,
  type ErasureStep,
} from '@trellis/database';
import { noClient } from '../usage/count.sql.js';
import { erasingConditions } from './conditions.js';

/** Deletes rows whose column is the id of an erased thing or client. */
const ofResources = (kind: string, table: string, column: string): ErasureStep =>
  erasing(
    kind,
    `erased AS (
      DELETE FROM ${table} WHERE key IN (
        SELECT listed.key FROM erased_resources resource
        JOIN ${table} listed ON listed.${column} = resource.id
        WHERE resource.erasure = $1 LIMIT $4)
      RETURNING 1
    )`,
  );

/** Removes the subject from the requesters of what others have. */
const requestersOf = (table: string): ErasureStep =>
  erasing(
    undefined,
    `erased AS (
      UPDATE ${table} SET requester = requester - 'subject' WHERE key IN (
        SELECT key FROM ${table}
        WHERE developer = $2 AND requester ->> 'subject' = $3 LIMIT $4)
      RETURNING 1
    )`,
  );

const deliveriesThat = (condition: string): ErasureStep =>
  erasing(
    'deliveries',
    `erased AS (
      DELETE FROM deliveries WHERE key IN (
        SELECT delivery.key FROM deliveries delivery
        JOIN callbacks callback ON callback.key = delivery.callback_key AND callback.developer = $2
        WHERE ${condition} LIMIT $4)
      RETURNING 1
    )`,
  );

/** Apps that store things drop them by these messages, which have until the next pass to arrive. */
const deliveriesOfSubject: readonly ErasureStep[] = [
  deliveriesThat(
    `delivery.subject = $3 AND NOT
      (delivery.status = 'pending' AND delivery.type IN ('thing_deleted', 'client_deleted'))`,
  ),
  afterFirstPass(deliveriesThat('delivery.subject = $3')),
];

/** Deletes the apps, whose tokens are refused from now on. */
const apps = erasing(
  'apps',
  `doomed AS (
    DELETE FROM apps WHERE developer = $2 RETURNING id
  ), erased AS (
    INSERT INTO revoked_apps (developer, id) SELECT $2, id FROM doomed
    ON CONFLICT DO NOTHING RETURNING 1
  )`,
);

const firings = erasing(
  'alerts',
  `erased AS (
    DELETE FROM alert_firings firing USING alert_rules rule, erased_resources resource
    WHERE rule.developer = $2 AND firing.rule_key = rule.key
      AND resource.erasure = $1 AND resource.id::text = firing.target
    RETURNING 1
  )`,
);

/** Removes items of the subject from messages, which may also name other subjects. */
const alertMessages = erasing(
  'alert_messages',
  `listed AS MATERIALIZED (
    SELECT message.key, message.content::jsonb AS content
    FROM alert_rules rule JOIN alert_messages message ON message.rule_key = rule.key
    WHERE rule.developer = $2 AND EXISTS (
      SELECT FROM jsonb_array_elements(message.content::jsonb -> 'items') AS item
      JOIN erased_resources resource ON resource.erasure = $1 AND resource.id::text = item ->> 'id')
    LIMIT $4
  ), erased AS (
    UPDATE alert_messages message SET content = jsonb_set(listed.content, '{items}', (
      SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements(listed.content -> 'items') AS item
      WHERE NOT EXISTS (
        SELECT FROM erased_resources resource
        WHERE resource.erasure = $1 AND resource.id::text = item ->> 'id')))::text
    FROM listed WHERE message.key = listed.key
    RETURNING 1
  )`,
);

const subscriptions = erasingConditions({
  kind: 'subscriptions',
  table: 'subscriptions',
  column: 'match',
  owner: 'developer = $1',
});

const alertRules = erasingConditions({
  kind: 'alert_rules',
  table: 'alert_rules',
  column: 'condition',
  owner: 'developer = $1',
});

const redeliveries = erasingConditions({
  kind: 'redeliveries',
  table: 'redeliveries',
  column: 'filter',
  owner: 'callback_key IN (SELECT key FROM callbacks WHERE developer = $1)',
});

/** How many operations one part looks at. */
const pageSize = 5_000;

/** Deletes the operations of the subject and its clients, and leaves it out of what it has started for others. */
const operations: ErasureStep = {
  kind: 'operations',
  async erase(db, { id, developer, subject }, cursor) {
    const { rows } = await db.query<{ count: number; scanned: number; last: string }>(
      `WITH page AS MATERIALIZED (
        SELECT operation.id, operation.day, operation.position, operation.subject = $4
          OR EXISTS (
            SELECT FROM erased_resources resource
            WHERE resource.erasure = $3 AND resource.id = operation.client) AS is_own,
          jsonb_path_exists(operation.runs, '$[*].started_by ? (@.subject == $subject)',
            jsonb_build_object('subject', $4::text)) AS is_starter
        FROM client_operations operation
        WHERE operation.developer = $1 AND operation.position > $2
        ORDER BY operation.position LIMIT ${pageSize}
      ), doomed AS (
        DELETE FROM client_operations operation USING page
        WHERE coalesce(page.is_own, false) AND operation.id = page.id AND operation.day = page.day
        RETURNING 1
      ), hidden AS (
        UPDATE client_operations operation SET runs = (
          SELECT coalesce(jsonb_agg(run #- '{started_by,subject}'), '[]')
          FROM jsonb_array_elements(operation.runs) AS run)
        FROM page
        WHERE NOT coalesce(page.is_own, false) AND page.is_starter
          AND operation.id = page.id AND operation.day = page.day
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM doomed) + (SELECT count(*)::int FROM hidden) AS count,
        (SELECT count(*)::int FROM page) AS scanned, (SELECT max(position)::text FROM page) AS last`,
      [developer, cursor ?? '0', id, subject],
    );
    const { count, scanned, last } = rows[0]!;
    return { count, next: scanned === pageSize ? last : null };
  },
};

/**
 * Replaces the subject and its clients by pseudonyms in the usage, which is stored for accounting. Rows that a pass before
 * has replaced are added to. The pseudonyms of clients differ, so that they can be counted.
 */
const usage: ErasureStep = {
  kind: undefined,
  async erase(db, { id, developer, subject }) {
    const { rows } = await db.query<{ count: number }>(
      `WITH named AS (
        DELETE FROM usage_of_days WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM usage_of_days WHERE developer = $2 AND subject = $3 LIMIT ${pageSize}))
        RETURNING *
      ), hidden AS (
        INSERT INTO usage_of_days AS known
          (developer, day, client, subject, connector_type, things, polls, writes, events, deliveries, bytes)
        SELECT developer, day, CASE WHEN client = '${noClient}' THEN client ELSE md5($1::text || client::text)::uuid END,
          $4, connector_type, things, polls, writes, events, deliveries, bytes
        FROM named ORDER BY developer, day, client
        ON CONFLICT (developer, day, client, subject) DO UPDATE SET
          things = greatest(known.things, excluded.things), polls = known.polls + excluded.polls,
          writes = known.writes + excluded.writes, events = known.events + excluded.events,
          deliveries = known.deliveries + excluded.deliveries, bytes = known.bytes + excluded.bytes
      )
      SELECT count(*)::int AS count FROM named`,
      [id, developer, subject, pseudonymOf(id)],
    );
    const { count } = rows[0]!;
    return { count, next: count === pageSize ? '' : null };
  },
};

/** The steps of a pass, which begins when the clients are removed. */
const subjectSteps: readonly ErasureStep[] = [
  afterFirstPass(deleting(undefined, 'client_changes')),
  deleting('subscriptions', 'subscriptions'),
  subscriptions,
  alertRules,
  redeliveries,
  deleting('connect_sessions', 'connect_sessions'),
  deleting('agents', 'agents'),
  deleting('interactions', 'interactions'),
  ofResources('interactions', 'interactions', 'thing'),
  ofResources('interactions', 'interactions', 'client_id'),
  deleting('batches', 'interaction_batches'),
  requestersOf('interactions'),
  requestersOf('interaction_batches'),
  ...deliveriesOfSubject,
  firings,
  alertMessages,
  operations,
  usage,
];

const deletingAll = (kind: string | undefined, table: string): ErasureStep =>
  deleting(kind, table, 'developer = $2');

/** The steps of a pass over a whole account. Apps that were deleted stay in the list of those whose tokens are refused. */
const accountSteps: readonly ErasureStep[] = [
  deletingAll(undefined, 'client_changes'),
  deletingAll('subscriptions', 'subscriptions'),
  deletingAll('interactions', 'interactions'),
  deletingAll('batches', 'interaction_batches'),
  deliveriesThat('true'),
  deletingAll('callbacks', 'callbacks'),
  deletingAll('alert_rules', 'alert_rules'),
  deletingFromPartitions('operations', 'client_operations'),
  deletingAll(undefined, 'operation_usage'),
  deletingAll(undefined, 'activity'),
  deletingAll(undefined, 'connector_activity'),
  deletingAll(undefined, 'usage_of_days'),
  deletingAll(undefined, 'retentions'),
  deletingAll(undefined, 'connect_brandings'),
  deletingAll('connect_sessions', 'connect_sessions'),
  deletingAll('agents', 'agents'),
  deletingAll('connector_instances', 'instances'),
  deletingAll('connector_types', 'connector_types'),
  deletingAll(undefined, 'outdated_secrets'),
  apps,
  deletingAll(undefined, 'usage'),
];

export const stepsOf = (subject: string): readonly ErasureStep[] =>
  subject === wholeAccount ? accountSteps : subjectSteps;
