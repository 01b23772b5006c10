import { attemptLease } from '@trellis/contracts';
import { boundedBatchSql, statement, type BoundedRow } from '@trellis/database';

/** The retention of requests (h). */
const retentionHours = 24;

/** When the lease of an attempt ends that begins or is renewed. */
const leasedUntil = `now() + interval '${attemptLease.lastsMs} milliseconds'`;

/** Returns the condition that a request is so old that its key counts as new. */
const expired = (request: string) => `
  (${request}.created < now() - interval '${retentionHours} hours' AND ${request}.leased_until < now())`;

/** The state of the request of one call. */
interface BeginRow extends BoundedRow {
  state: 'begun' | 'in_progress' | 'ended' | 'other_body';
  seed: string | null;
  answer: string | null;
}

/**
 * Begins attempts. An attempt may begin if its request is new or has expired, or if the previous attempt left no answer
 * and its lease has ended. A call that is delivered twice or deferred begins the same attempt again. A conflicting row
 * that the statement does not see is being written by a concurrent attempt. Rows are locked in one order to avoid
 * deadlocks.
 *
 * $1 developers, $2 scopes, $3 attempts, $4 fingerprints, those of one body separated by spaces, $5 subjects or
 * nulls.
 */
export const beginRequests = statement<BeginRow>(
  'requests.begin',
  `WITH call AS (
    SELECT developer, scope, attempt, string_to_array(listed, ' ') AS fingerprints, subject, position
    FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[])
      WITH ORDINALITY AS call(developer, scope, attempt, listed, subject, position)
  ),
  begun AS (
    INSERT INTO requests AS stored (developer, scope, fingerprints, seed, attempt, leased_until, subject)
    SELECT DISTINCT ON (developer, scope) developer, scope, fingerprints, attempt, attempt,
      ${leasedUntil}, subject
    FROM call ORDER BY developer, scope, position
    ON CONFLICT (developer, scope) DO UPDATE SET
      fingerprints = excluded.fingerprints,
      attempt = excluded.attempt,
      leased_until = excluded.leased_until,
      answer = NULL,
      seed = CASE WHEN ${expired('stored')} THEN excluded.seed ELSE stored.seed END,
      created = CASE WHEN ${expired('stored')} THEN now() ELSE stored.created END
    WHERE ${expired('stored')} OR (
      stored.answer IS NULL
      AND stored.fingerprints && excluded.fingerprints
      AND (stored.leased_until < now() OR stored.attempt = excluded.attempt)
    )
    RETURNING developer, scope, attempt, seed
  )
  ${boundedBatchSql(`
  SELECT call.position::int AS position, begun.seed, stored.answer,
    coalesce(octet_length(stored.answer), 0) AS bytes,
    CASE
      WHEN begun.seed IS NOT NULL THEN 'begun'
      WHEN stored.scope IS NULL OR ${expired('stored')} THEN 'in_progress'
      WHEN NOT stored.fingerprints && call.fingerprints THEN 'other_body'
      WHEN stored.answer IS NOT NULL THEN 'ended'
      ELSE 'in_progress'
    END AS state
  FROM call
  LEFT JOIN begun USING (developer, scope, attempt)
  LEFT JOIN requests stored USING (developer, scope)`)}`,
);

/**
 * Renews the leases of attempts. One that has ended has none, and one that has passed to another attempt belongs to that.
 * $1 developers, $2 scopes, $3 attempts.
 */
export const renewRequests = statement(
  'requests.renew',
  `UPDATE requests stored SET leased_until = ${leasedUntil}
  FROM unnest($1::text[], $2::text[], $3::uuid[]) AS renewed(developer, scope, attempt)
  WHERE stored.developer = renewed.developer AND stored.scope = renewed.scope
    AND stored.attempt = renewed.attempt AND stored.leased_until > '-infinity'`,
);

/** The length above which an answer counts for what a developer may store (bytes). Others cost little more than their key. */
const largeAnswer = 4_096;

/** The most bytes of large answers that are stored for a developer. */
const maxStoredBytes = 64 * 1024 * 1024;

/**
 * Ends attempts, except those whose lease has passed to another attempt. A large answer is not stored when its developer
 * has stored as much as they may; its repetition is then carried out again.
 * $1 developers, $2 scopes, $3 attempts, $4 answers or nulls.
 */
export const endRequests = statement(
  'requests.end',
  `WITH ended AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[])
      AS ended(developer, scope, attempt, answer)
  ),
  used AS (
    SELECT developer, sum(octet_length(answer)) AS bytes FROM requests
    WHERE octet_length(answer) > ${largeAnswer} AND developer IN (
      SELECT developer FROM ended WHERE octet_length(answer) > ${largeAnswer}
    )
    GROUP BY developer
  )
  UPDATE requests stored SET leased_until = '-infinity', answer = CASE
    WHEN octet_length(ended.answer) <= ${largeAnswer} OR used.bytes IS NULL OR used.bytes < ${maxStoredBytes}
    THEN ended.answer
  END
  FROM ended LEFT JOIN used USING (developer)
  WHERE stored.developer = ended.developer AND stored.scope = ended.scope
    AND stored.attempt = ended.attempt AND stored.answer IS NULL`,
);

/** Deletes expired requests. $1 the most to delete. */
export const purgeExpired = statement<{ scope: string }>(
  'requests.purge',
  `DELETE FROM requests WHERE (developer, scope) IN (
    SELECT developer, scope FROM requests old WHERE ${expired('old')}
    ORDER BY created LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING scope`,
);
