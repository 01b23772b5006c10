import { maxShownAttempts } from '@trellis/contracts';
import { statement } from '@trellis/database';

/** Returns the expression that stores an attempt in place of the oldest one of a subscription. */
const storedSql = (attempt: string) => `
  INSERT INTO subscription_attempts (subscription_key, slot, number, attempt)
  SELECT key, sent % ${maxShownAttempts}, sent, ${attempt}::jsonb FROM moved
  ON CONFLICT (subscription_key, slot) DO UPDATE SET number = excluded.number, attempt = excluded.attempt`;

/**
 * Stores an attempt and the state after it, unless the subscription was changed meanwhile. $1 key, $2 cursor, $3 match
 * and $4 address at the beginning; then $5 the cursor, $6 failed attempts, $7 the error, $8 since when they fail, $9 the
 * next attempt, $10 whether it has stopped; $11 the attempt.
 */
export const recordAttempt = statement<{ count: number }>(
  'subscriptions.record_attempt',
  `WITH moved AS (
    UPDATE subscriptions SET cursor = $5, attempts = $6, error = $7, failing_since = $8, next_attempt = $9,
      stopped = $10, sent = sent + 1
    WHERE key = $1 AND cursor = $2 AND match = $3 AND url = $4
    RETURNING key, sent
  ),
  stored AS (${storedSql('$11')})
  SELECT count(*)::int AS count FROM moved`,
);

/** Stores an attempt that changes nothing else. $1 key, $2 the attempt. */
export const addAttempt = statement(
  'subscriptions.add_attempt',
  `WITH moved AS (UPDATE subscriptions SET sent = sent + 1 WHERE key = $1 RETURNING key, sent)
  ${storedSql('$2')}`,
);

/** Reads the attempts of a subscription, the last one at the end. $1 key. */
export const readAttempts = statement<{ attempt: unknown }>(
  'subscriptions.attempts',
  `SELECT attempt FROM subscription_attempts WHERE subscription_key = $1 ORDER BY number`,
);
