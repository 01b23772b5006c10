import { statement, type Statement } from '@trellis/database';

/** A row that must have a job with its id. */
export interface ExpectedRow {
  key: string;
  id: string;
}

/** A page of rows that must have a job, the newest first. $1 the key before the page, or null, $2 how many. */
export type ExpectedJobsStatement = Statement<ExpectedRow>;

const page = (key: string) => `
  ${key} < coalesce($1::bigint, 9223372036854775807) ORDER BY ${key} DESC LIMIT $2`;

/** The condition for a row that is so new that its creator may still be adding the job. */
const enqueuing = (stored: string) => `${stored} > now() - interval '5 seconds'`;

/** Every client has a schedule. */
export const expectedPolls: ExpectedJobsStatement = statement(
  'reconciliation.polls',
  `SELECT key, id FROM clients WHERE ${page('key')}`,
);

export const expectedRemovals: ExpectedJobsStatement = statement(
  'reconciliation.removals',
  `SELECT removal.client_key AS key, client.id
  FROM (SELECT client_key FROM removals WHERE ${page('client_key')}) AS removal
  CROSS JOIN LATERAL (SELECT id FROM clients WHERE key = removal.client_key OFFSET 0) AS client
  ORDER BY removal.client_key DESC`,
);

/** Interactions with connectors. Those with apps have deliveries. */
export const expectedInteractions: ExpectedJobsStatement = statement(
  'reconciliation.interactions',
  `SELECT key, id FROM interactions
  WHERE status = 'pending' AND client_id IS NOT NULL AND NOT ${enqueuing('requested')}
    AND ${page('key')}`,
);

export const expectedReplays: ExpectedJobsStatement = statement(
  'reconciliation.replays',
  `SELECT callback_key AS key, job AS id FROM replays WHERE ${page('callback_key')}`,
);

/** Redeliveries that have not ended, of which a callback has one at most. */
export const expectedRedeliveries: ExpectedJobsStatement = statement(
  'reconciliation.redeliveries',
  `SELECT callback_key AS key, id FROM redeliveries
  WHERE ended IS NULL AND NOT ${enqueuing('created')} AND ${page('callback_key')}`,
);

/** Erasures that have not ended. */
export const expectedErasures: ExpectedJobsStatement = statement(
  'reconciliation.erasures',
  `SELECT key, id FROM erasures
  WHERE ended IS NULL AND NOT ${enqueuing('requested')} AND ${page('key')}`,
);

/** The groups of waiting parts of bulk commands, with repetitions. */
export const expectedGroups: ExpectedJobsStatement = statement(
  'reconciliation.groups',
  `SELECT key, group_id AS id FROM interactions WHERE status = 'waiting' AND ${page('key')}`,
);

/** Deliveries, except those that a replay sends. */
export const expectedDeliveries: ExpectedJobsStatement = statement(
  'reconciliation.deliveries',
  `SELECT key, id FROM deliveries
  WHERE status = 'pending' AND replay_id IS NULL AND NOT ${enqueuing('created')} AND ${page('key')}`,
);

/** Subscriptions with an address. */
export const expectedSubscriptions: ExpectedJobsStatement = statement(
  'reconciliation.subscriptions',
  `SELECT key, id FROM subscriptions WHERE url IS NOT NULL AND NOT stopped AND ${page('key')}`,
);

export const expectedAlertMessages: ExpectedJobsStatement = statement(
  'reconciliation.alert_messages',
  `SELECT key, id FROM alert_messages
  WHERE status = 'pending' AND NOT ${enqueuing('created')} AND ${page('key')}`,
);
