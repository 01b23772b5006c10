import { statement } from '@trellis/database';

/** Deletes alerts that have ended and need no further notification. */
export const forgetEnded = statement(
  'alerts.forget_ended',
  `DELETE FROM alert_firings WHERE rule_key > 0 AND ended IS NOT NULL AND (
    notified IS NULL OR NOT (SELECT recovery FROM alert_rules rule WHERE rule.key = rule_key))`,
);

const isLoud = '(rule.silenced_until IS NULL OR rule.silenced_until <= now())';
const isCollected = `(rule.notified_at IS NULL OR rule.notified_at <= now() - rule.group_seconds * interval '1 second')`;
const isRepeated = `(rule.repeat_minutes IS NOT NULL
  AND rule.notified_at <= now() - rule.repeat_minutes * interval '1 minute')`;

/** Reads rules with something to notify of. $1 the key before them, $2 how many. */
export const readDueRules = statement<{ key: string }>(
  'alerts.due',
  `SELECT key FROM (
    SELECT DISTINCT rule.key FROM (
      SELECT rule_key, fired AS at FROM alert_firings WHERE notified IS NULL AND rule_key > $1
      UNION ALL
      SELECT rule_key, ended FROM alert_firings WHERE ended IS NOT NULL AND rule_key > $1
    ) AS unnotified
    CROSS JOIN LATERAL (SELECT * FROM alert_rules WHERE key = unnotified.rule_key OFFSET 0) AS rule
    WHERE unnotified.at <= now() - rule.group_seconds * interval '1 second' AND ${isLoud} AND ${isCollected}
    UNION
    SELECT rule.key FROM alert_rules rule
    WHERE rule.notified_at <= now() - interval '5 minutes' AND ${isRepeated} AND ${isLoud} AND rule.key > $1
      AND EXISTS (SELECT FROM alert_firings WHERE rule_key = rule.key AND ended IS NULL)
  ) AS due
  ORDER BY key LIMIT $2`,
);

export interface DueRule {
  key: string;
  id: string;
  developer: string;
  name: string;
  condition: string;
  listFirst: number;
  emails: string[];
  hasWebhook: boolean;
  hasSlack: boolean;
  isRepeated: boolean;
  now: Date;
}

/** Locks a rule with something to notify of, unless it was silenced or notified meanwhile. $1 key. */
export const lockDueRule = statement<DueRule>(
  'alerts.lock_due',
  `SELECT rule.key, rule.id, rule.developer, rule.name, rule.condition, rule.list_first AS "listFirst", rule.emails,
    rule.webhook IS NOT NULL AS "hasWebhook", rule.slack IS NOT NULL AS "hasSlack",
    coalesce(${isRepeated}, false) AS "isRepeated", now() AS now
  FROM alert_rules rule WHERE rule.key = $1 AND ${isLoud} AND ${isCollected}
  FOR UPDATE`,
);

export interface FiringRow {
  kind: string;
  target: string;
  title: string;
  detail: string;
  since: Date;
  ended: Date | null;
}

const columns = 'kind, target, title, detail, since, ended';

/** Marks what fires and was not notified yet. $1 key of the rule. */
export const takeBegun = statement<FiringRow>(
  'alerts.take_begun',
  `UPDATE alert_firings SET notified = now() WHERE rule_key = $1 AND notified IS NULL AND ended IS NULL
  RETURNING ${columns}`,
);

/** Deletes what has ended after it was notified. $1 key of the rule. */
export const takeRecovered = statement<FiringRow>(
  'alerts.take_recovered',
  `DELETE FROM alert_firings WHERE rule_key = $1 AND notified IS NOT NULL AND ended IS NOT NULL
  RETURNING ${columns}`,
);

/** Reads what fires. $1 key of the rule. */
export const readFiring = statement<FiringRow>(
  'alerts.read_firing',
  `SELECT ${columns} FROM alert_firings WHERE rule_key = $1 AND ended IS NULL`,
);

/** Stores messages. $1 key of the rule, $2 ids, $3 channels, $4 recipients or nulls, $5 contents. */
export const insertMessages = statement(
  'alerts.insert_messages',
  `WITH notified AS (UPDATE alert_rules SET notified_at = now() WHERE key = $1)
  INSERT INTO alert_messages (rule_key, id, channel, recipient, content)
  SELECT $1, message.* FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[])
    AS message(id, channel, recipient, content)`,
);
