import { statement } from '@trellis/database';

/** Pauses a client unless it is paused, ends its listener, and records the change. $1 key, $2 reason or null. */
export const storePause = statement<{ since: Date }>(
  'clients.pause',
  `WITH paused AS (
    UPDATE clients SET paused_since = now(), pause_reason = $2
    WHERE key = $1::bigint AND paused_since IS NULL
    RETURNING key, id, developer, subject, paused_since AS since
  ), ended AS (
    DELETE FROM listeners USING paused WHERE listeners.client_key = paused.key
  ), recorded AS (
    INSERT INTO client_changes (developer, subject, client, kind)
    SELECT developer, subject, id, 'client_updated' FROM paused
  )
  SELECT since FROM paused`,
);
