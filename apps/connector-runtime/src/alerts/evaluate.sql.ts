import { maxFirings, type AlertKind } from '@trellis/contracts';
import { statement, type Statement } from '@trellis/database';

/** Reads the last key of a page of the rules of some kinds. $1 kinds, $2 the key before the page, $3 how many. */
export const readRulePage = statement<{ last: string | null }>(
  'alerts.page',
  `SELECT max(key)::text AS last FROM (
    SELECT key FROM alert_rules WHERE kind = ANY($1::text[]) AND key > $2 ORDER BY key LIMIT $3
  ) AS page`,
);

interface RemoteRule {
  key: string;
  developer: string;
  condition: string;
}

/** Reads rules that units-service evaluates. $1 kinds, $2 the key before the page, $3 how many. */
export const readRemoteRules = statement<RemoteRule>(
  'alerts.remote',
  `SELECT key, developer, condition FROM alert_rules
  WHERE kind = ANY($1::text[]) AND key > $2 ORDER BY key LIMIT $3`,
);

/** Stores that items fire, and that those of the same rules that are missing have ended. An unchanged item is not written. */
const merging = (firing: string, rules: string) => `
  WITH rules AS MATERIALIZED (${rules}),
  firing AS MATERIALIZED (${firing}),
  stored AS (
    INSERT INTO alert_firings (rule_key, kind, target, title, detail, since)
    SELECT rule_key, kind, target, left(title, 300), left(detail, 500), since FROM firing
    ON CONFLICT (rule_key, target) DO UPDATE SET
      title = excluded.title, detail = excluded.detail, ended = NULL,
      since = CASE WHEN alert_firings.ended IS NULL THEN alert_firings.since ELSE excluded.since END
    WHERE alert_firings.ended IS NOT NULL
      OR (alert_firings.title, alert_firings.detail) IS DISTINCT FROM (excluded.title, excluded.detail)
  )
  UPDATE alert_firings SET ended = now()
  FROM rules
  WHERE alert_firings.rule_key = rules.key AND alert_firings.ended IS NULL AND NOT EXISTS (
    SELECT FROM firing WHERE firing.rule_key = alert_firings.rule_key AND firing.target = alert_firings.target
  )`;

/** Stores what units-service has found. $1 keys of the rules, $2 of what fires, $3 kinds, $4 ids, $5 titles, $6 details, $7 since. */
export const mergeFound = statement(
  'alerts.merge_found',
  merging(
    `SELECT * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
      AS found(rule_key, kind, target, title, detail, since)
    WHERE rule_key IN (SELECT key FROM rules)`,
    'SELECT key FROM alert_rules WHERE key = ANY($1::bigint[])',
  ),
);

/** Finds what fires for each rule with a bounded lateral query. */
const each = (found: string) => `
  SELECT rule.key AS rule_key, found.* FROM rules rule CROSS JOIN LATERAL (${found} LIMIT ${maxFirings}) AS found`;

const rulesOf = (kind: AlertKind) => `
  SELECT key, developer, condition::jsonb AS condition FROM alert_rules
  WHERE kind = '${kind}' AND key > $1 AND key <= $2`;

const minutes = `(rule.condition ->> 'minutes')::int * interval '1 minute'`;

/** The condition on the instance of a client, if the rule has one. */
const ofInstance = (id: string) =>
  `(rule.condition ->> 'instance' IS NULL OR ${id}::text = rule.condition ->> 'instance')`;

const clientTitle = `client.connector_type || ' of ' || client.subject
  || CASE WHEN client.name = '' THEN '' ELSE ' (' || client.name || ')' END`;

const isPolled = 'client.paused_since IS NULL AND NOT client.resuming';

const clientError = each(`
  SELECT 'client' AS kind, client.id::text AS target, ${clientTitle} AS title,
    coalesce(client.error_code, '') || coalesce(': ' || client.error_detail, '') AS detail,
    client.failing_since AS since
  FROM clients client
  WHERE client.developer = rule.developer AND client.failing_since <= now() - ${minutes} AND ${isPolled}
    AND (rule.condition ->> 'client' IS NULL OR client.id::text = rule.condition ->> 'client')
    AND ${ofInstance('(SELECT instance.id FROM instances instance WHERE instance.key = client.instance_key)')}
  ORDER BY client.failing_since`);

const clientsFailing = each(`
  SELECT 'instance' AS kind, instance.id::text AS target, instance.connector_type AS title,
    counted.failing || ' of ' || instance.client_count || ' clients fail' AS detail, now() AS since
  FROM instances instance CROSS JOIN LATERAL (
    SELECT count(*) AS failing FROM clients client
    WHERE client.instance_key = instance.key AND client.failing_since <= now() - ${minutes} AND ${isPolled}
  ) AS counted
  WHERE instance.developer = rule.developer AND ${ofInstance('instance.id')} AND counted.failing > 0
    AND 100 * counted.failing > (rule.condition ->> 'percent')::numeric * instance.client_count
  ORDER BY instance.key`);

/** How many deliveries of a callback are examined. */
const examined = 100;

const deliveriesOf = (status: string, order: 'ASC' | 'DESC') => `
  SELECT key, created, error, attempts FROM deliveries delivery
  WHERE delivery.callback_key = callback.key AND delivery.status = '${status}'
  ORDER BY delivery.key ${order} LIMIT ${examined}`;

/** Callbacks whose oldest message has not been accepted, or that have refused the last one for good. */
const deliveriesFailing = each(`
  SELECT * FROM (
    SELECT 'callback' AS kind, callback.app AS target, 'Callback of the app ' || callback.app AS title,
      coalesce(refused.error, 'Messages are not accepted.') AS detail, refused.created AS since
    FROM callbacks callback CROSS JOIN LATERAL (
      SELECT created, error FROM (
        (SELECT * FROM (${deliveriesOf('pending', 'ASC')}) AS pending WHERE attempts > 0 AND error IS NOT NULL)
        UNION ALL
        (SELECT * FROM (${deliveriesOf('failed', 'DESC')}) AS failed
        WHERE key > coalesce((
          SELECT max(key) FROM (${deliveriesOf('delivered', 'DESC')}) AS delivered), 0))
      ) AS either ORDER BY created LIMIT 1
    ) AS refused
    WHERE callback.developer = rule.developer
    UNION ALL
    SELECT 'subscription', id::text, 'Subscription to ' || url, coalesce(error, ''), failing_since
    FROM subscriptions subscription
    WHERE subscription.developer = rule.developer AND subscription.failing_since IS NOT NULL
      AND subscription.url IS NOT NULL
  ) AS receiver
  WHERE since <= now() - ${minutes}
  ORDER BY since`);

const authorizationEnds = each(`
  SELECT 'client' AS kind, client.id::text AS target, ${clientTitle} AS title,
    'Its authorization ends at ' || to_char(client.grant_ends AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
      AS detail,
    now() AS since
  FROM clients client
  WHERE client.developer = rule.developer AND client.tokens IS NOT NULL
    AND client.grant_ends <= now() + (rule.condition ->> 'days')::float * interval '1 day'
  ORDER BY client.grant_ends`);

/** A gateway that has just died may still come back, so its agents count as away when it is marked as dead. */
const agentOffline = each(`
  SELECT 'agent' AS kind, agent.id::text AS target, 'Agent ' || agent.name || ' of ' || agent.subject AS title,
    'It is not connected.' AS detail, agent.since AS since
  FROM agents agent LEFT JOIN relays relay ON relay.id = agent.relay AND NOT relay.dead
  WHERE agent.developer = rule.developer AND agent.public_key IS NOT NULL AND relay.id IS NULL
    AND agent.since <= now() - ${minutes}
    AND (rule.condition ->> 'subject' IS NULL OR agent.subject = rule.condition ->> 'subject')
  ORDER BY agent.since`);

const evaluation = (kind: AlertKind, firing: string): Statement<object> =>
  statement(`alerts.evaluate ${kind}`, merging(firing, rulesOf(kind)));

/** The evaluation of each kind that this service knows all about. $1, $2 keys of the rules: after, and up to. */
export const evaluations = {
  client_error: evaluation('client_error', clientError),
  clients_failing: evaluation('clients_failing', clientsFailing),
  deliveries_failing: evaluation('deliveries_failing', deliveriesFailing),
  authorization_ends: evaluation('authorization_ends', authorizationEnds),
  agent_offline: evaluation('agent_offline', agentOffline),
} as const satisfies Partial<Record<AlertKind, Statement<object>>>;

/** Finds the quotas of this service that rules watch. $1 keys of the rules, $2 names of quotas, $3 their limits. */
export const findUsedQuotas = statement<{
  rule: string;
  quota: string;
  used: string;
  most: string;
  now: Date;
}>(
  'alerts.used_quotas',
  `SELECT rule.key AS rule, usage.quota, usage.used, limits.most, now() AS now
  FROM (
    SELECT key, developer, condition::jsonb AS condition FROM alert_rules WHERE key = ANY($1::bigint[])
  ) AS rule
  CROSS JOIN unnest($2::text[], $3::bigint[]) AS limits(quota, most)
  JOIN usage ON usage.developer = rule.developer AND usage.quota = limits.quota
  WHERE 100 * usage.used > (rule.condition ->> 'percent')::numeric * limits.most
    AND (rule.condition ->> 'quota' IS NULL OR rule.condition ->> 'quota' = usage.quota)`,
);
