import { statement, type Statement } from '@trellis/database';
import type { Purpose } from '@trellis/sealing';

/** A column of encrypted texts. A text is outdated when it does not begin with the prefix of the current key. */
export interface SealedColumn {
  purpose: Purpose;
  /** Counts the outdated texts in a page of the table. $1 the key before it or null, $2 prefix, $3 rows. */
  survey: Statement<SurveyedPage>;
  /** Outdated texts. $1 developer, $2 prefix, $3 the key before them or null, $4 how many. */
  read: Statement<SealedRow>;
  /** Replaces texts that are unchanged; skips locked rows. $1 developer, $2 keys, $3 texts, $4 replacements. */
  replace: Statement<{ key: string }>;
}

/** The outdated texts in a page of a table, by developer and by the id of their key. */
interface SurveyedPage {
  /** The last key of the page; null when it is empty. */
  last: string | null;
  outdated: { developer: string; key: string; count: number }[];
}

interface SealedRow {
  key: string;
  id: string;
  sealed: string;
}

interface Table {
  name: string;
  /** Its primary key, and a value before all keys. */
  key: { column: string; type: 'bigint' | 'text'; least: string };
  /** The column with the id of the binding. */
  id: string;
  /** The column that leads to the developer; the developer; the condition for rows of developer $1. */
  owner: string;
  developer: string;
  ofDeveloper: string;
}

const instances: Table = {
  name: 'instances',
  key: { column: 'key', type: 'bigint', least: '0' },
  id: 'id',
  owner: 'developer',
  developer: 'owner',
  ofDeveloper: 'developer = $1',
};
const typeVersions: Table = { ...instances, name: 'connector_type_versions', id: 'type_id' };
const clients: Table = { ...instances, name: 'clients' };
const interactions: Table = { ...instances, name: 'interactions' };
const batches: Table = { ...instances, name: 'interaction_batches' };
const callbacks: Table = { ...instances, name: 'callbacks', id: 'app' };
const subscriptions: Table = { ...instances, name: 'subscriptions' };
const alertRules: Table = { ...instances, name: 'alert_rules' };
const authorizations: Table = {
  name: 'authorizations',
  key: { column: 'state', type: 'text', least: "''" },
  id: 'state',
  owner: 'client_key',
  developer: '(SELECT developer FROM clients WHERE clients.key = owner)',
  ofDeveloper: 'client_key IN (SELECT key FROM clients WHERE developer = $1)',
};
const deliveries: Table = {
  ...instances,
  name: 'deliveries',
  owner: 'callback_key',
  developer: '(SELECT developer FROM callbacks WHERE callbacks.key = owner)',
  ofDeveloper: 'callback_key IN (SELECT key FROM callbacks WHERE developer = $1)',
};

export const sealedColumns: readonly SealedColumn[] = [
  sealedColumn(instances, 'configuration', 'instances.configuration'),
  sealedColumn(typeVersions, 'configuration', 'connector_type_versions.configuration'),
  sealedColumn(clients, 'configuration', 'clients.configuration'),
  sealedColumn(clients, 'memory', 'clients.memory'),
  sealedColumn(clients, 'tokens', 'clients.tokens'),
  sealedColumn(clients, 'account', 'clients.account'),
  sealedColumn(authorizations, 'verifier', 'authorizations.verifier'),
  sealedColumn(interactions, 'input', 'interactions.input'),
  sealedColumn(batches, 'input', 'interaction_batches.input'),
  sealedColumn(callbacks, 'secret', 'callbacks.secret'),
  sealedColumn(callbacks, 'previous_secret', 'callbacks.previous_secret'),
  sealedColumn(deliveries, 'payload', 'deliveries.payload'),
  sealedColumn(subscriptions, 'secret', 'subscriptions.secret'),
  sealedColumn(subscriptions, 'previous_secret', 'subscriptions.previous_secret'),
  sealedColumn(alertRules, 'secret', 'alert_rules.secret'),
  sealedColumn(alertRules, 'previous_secret', 'alert_rules.previous_secret'),
  sealedColumn(alertRules, 'slack', 'alert_rules.slack'),
];

function sealedColumn(table: Table, column: string, purpose: Purpose): SealedColumn {
  const { name, key, id, owner, developer, ofDeveloper } = table;
  return {
    purpose,
    survey: statement(
      `secrets.survey ${purpose}`,
      `WITH page AS (
        SELECT ${key.column} AS key, ${owner} AS owner, ${column} AS sealed FROM ${name}
        WHERE ${key.column} > coalesce($1::${key.type}, ${key.least}) ORDER BY ${key.column} LIMIT $3
      )
      SELECT (SELECT max(key)::text FROM page) AS last, (
        SELECT coalesce(json_agg(counted), '[]') FROM (
          SELECT ${developer} AS developer, split_part(sealed, '.', 2) AS key, count(*)::int AS count
          FROM page WHERE NOT starts_with(sealed, $2) GROUP BY 1, 2
        ) AS counted
      ) AS outdated`,
    ),
    read: statement(
      `secrets.read ${purpose}`,
      `SELECT ${key.column}::text AS key, ${id}::text AS id, ${column} AS sealed FROM ${name}
      WHERE ${ofDeveloper} AND NOT starts_with(${column}, $2)
        AND ${key.column} > coalesce($3::${key.type}, ${key.least})
      ORDER BY ${name}.${key.column} LIMIT $4`,
    ),
    replace: statement(
      `secrets.replace ${purpose}`,
      `WITH free AS (
        SELECT ${name}.${key.column} AS key, given.replacement
        FROM unnest($2::${key.type}[], $3::text[], $4::text[]) AS given(key, sealed, replacement)
        JOIN ${name} ON ${name}.${key.column} = given.key AND ${column} = given.sealed
        WHERE ${ofDeveloper}
        FOR UPDATE OF ${name} SKIP LOCKED
      )
      UPDATE ${name} SET ${column} = free.replacement FROM free WHERE ${name}.${key.column} = free.key
      RETURNING ${name}.${key.column}::text AS key`,
    ),
  };
}
