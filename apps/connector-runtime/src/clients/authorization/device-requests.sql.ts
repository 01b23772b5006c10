import { statement } from '@trellis/database';

/** A device authorization whose next token request is due. */
export interface DueRow {
  state: string;
  client_key: string;
  verifier: string;
  accepts_other_account: boolean;
  interval_ms: number;
}

/**
 * Claims device authorizations whose next token request is due, so that no other process sends it. $1 the most, $2 for
 * how long besides their interval, after which others may send it (ms).
 */
export const claimDue = statement<DueRow>(
  'authorizations.claim_due',
  `UPDATE authorizations SET next_request = now() + (interval_ms + $2::int) * interval '1 millisecond'
  WHERE state = ANY (ARRAY(
    SELECT state FROM authorizations WHERE next_request <= now() AND expires > now()
    ORDER BY next_request LIMIT $1 FOR UPDATE SKIP LOCKED
  ))
  RETURNING state, client_key, verifier, accepts_other_account, interval_ms`,
);
