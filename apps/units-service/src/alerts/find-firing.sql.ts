import { maxFirings } from '@trellis/contracts';
import { statement } from '@trellis/database';

interface FoundRow {
  rule: string;
  id: string;
  title: string;
  detail: string;
  since: Date;
}

/** Finds what fires for each rule with a bounded lateral query. $1 rules, $2 developers, $3 conditions as JSON. */
const each = (found: string) => `
  SELECT rule.rule, found.*
  FROM unnest($1::text[], $2::text[], $3::jsonb[]) AS rule(rule, developer, condition)
  CROSS JOIN LATERAL (${found} LIMIT ${maxFirings}) AS found`;

/** The conditions of a rule on the things themselves. */
const isMeant = `thing.developer = rule.developer
  AND (rule.condition ->> 'subject' IS NULL OR thing.subject = rule.condition ->> 'subject')
  AND (rule.condition ->> 'client' IS NULL OR thing.client_id::text = rule.condition ->> 'client')
  AND (rule.condition -> 'things' IS NULL OR rule.condition -> 'things' ? thing.id::text)`;

const title = 'coalesce(thing.own_title, thing.title) AS title';

/**
 * Things that are away. Those of a client that fails as a whole stay as they were; those of which there have never been
 * values are not away.
 */
export const findUnavailable = statement<FoundRow>(
  'alerts.unavailable',
  each(`
    SELECT thing.id, ${title}, CASE WHEN thing.unknown_reason IS NULL THEN 'It is unavailable.'
      ELSE 'It does not answer: ' || thing.unknown_reason END AS detail, thing.state_since AS since
    FROM things thing
    WHERE ${isMeant} AND NOT thing.available AND thing.unknown_reason IS DISTINCT FROM 'no_values'
      AND thing.state_since <= now() - (rule.condition ->> 'hours')::float * interval '1 hour'
    ORDER BY thing.state_since`),
);

const silence = `(rule.condition ->> 'minutes')::int * interval '1 minute'`;

/**
 * Things that have said nothing. Those whose devices answer polls themselves are heard while they are available and
 * their client works; the others when they last reported. Of things that were never heard nothing is known.
 */
export const findSilent = statement<FoundRow>(
  'alerts.silent',
  each(`
    SELECT id, title, 'It was last heard at '
      || to_char(silent.since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC.' AS detail, silent.since
    FROM (
      (SELECT thing.id, ${title}, seen.seen AS since
      FROM seen_things seen JOIN things thing ON thing.id = seen.thing
      WHERE seen.developer = rule.developer AND seen.seen <= now() - ${silence} AND ${isMeant}
        AND NOT EXISTS (
          SELECT FROM clients maker WHERE maker.id = thing.client_id AND maker.devices_answer AND (
            (thing.available AND maker.error IS NULL)
            OR greatest(CASE WHEN thing.available THEN maker.status_since END,
              CASE WHEN NOT thing.available THEN thing.state_since END) > now() - ${silence}))
      ORDER BY seen.seen LIMIT ${maxFirings})
      UNION ALL
      (SELECT thing.id, ${title}, thing.state_since
      FROM things thing JOIN clients maker ON maker.id = thing.client_id AND maker.devices_answer
      WHERE ${isMeant} AND NOT thing.available AND thing.state_since <= now() - ${silence}
        AND thing.value_times <> '{}'
        AND (SELECT true FROM seen_things seen WHERE seen.thing = thing.id) IS NULL
      ORDER BY thing.state_since LIMIT ${maxFirings})
      UNION ALL
      (SELECT thing.id, ${title}, maker.status_since
      FROM clients maker JOIN things thing ON thing.client_id = maker.id
      WHERE maker.developer = rule.developer AND maker.devices_answer AND maker.error IS NOT NULL
        AND maker.status_since <= now() - ${silence} AND ${isMeant} AND thing.available
        AND (SELECT true FROM seen_things seen WHERE seen.thing = thing.id) IS NULL
      ORDER BY maker.status_since LIMIT ${maxFirings})
    ) AS silent
    ORDER BY silent.since`),
);

/** Things whose batteries are low, the emptiest first. Of those that only say that they are low, the level is -1. */
export const findLowBatteries = statement<FoundRow>(
  'alerts.low_batteries',
  each(`
    SELECT thing.id, ${title}, CASE WHEN battery.level < 0 THEN 'The battery is low.'
      ELSE 'The battery is at ' || battery.level || ' %.' END AS detail, battery.since
    FROM thing_batteries battery JOIN things thing ON thing.key = battery.thing_key
    WHERE battery.developer = rule.developer AND battery.level < (rule.condition ->> 'percent')::float AND ${isMeant}
    ORDER BY battery.level`),
);

/** Finds the quotas of this service that rules tell of. $4 names of quotas, $5 their limits. */
export const findUsedQuotas = statement<Omit<FoundRow, 'title'>>(
  'alerts.used_quotas',
  each(`
    SELECT usage.quota AS id, usage.used || ' of ' || limits.most || ' are used' AS detail, now() AS since
    FROM unnest($4::text[], $5::bigint[]) AS limits(quota, most)
    JOIN usage ON usage.developer = rule.developer AND usage.quota = limits.quota
    WHERE 100 * usage.used > (rule.condition ->> 'percent')::numeric * limits.most
      AND (rule.condition ->> 'quota' IS NULL OR rule.condition ->> 'quota' = usage.quota)`),
);
