import { statement } from '@trellis/database';

/** A type of an account with a version of it. */
export interface TypeRow {
  key: string;
  developer: string;
  typeId: string;
  number: number;
  /** The current version. */
  version: number;
  logoId: string | null;
  created: Date;
  texts: string;
  configuration: string;
}

const columns = `type.key::text AS key, type.developer, type.type_id AS "typeId", type.number, type.version,
  type.logo_id AS "logoId", type.created, shown.texts, shown.configuration`;

const withVersion = `FROM connector_types type JOIN connector_type_versions shown
  ON shown.developer = type.developer AND shown.type_id = type.type_id AND shown.version = type.version`;

/** The type of an account that a request names by its id or number. $1 developer, $2 id or number. */
export const readType = statement<TypeRow>(
  'types.read',
  `SELECT ${columns} ${withVersion}
  WHERE type.developer = $1 AND (type.type_id = $2 OR type.number::text = $2)`,
);

/** The types of an account, in the order of their creation. $1 developer, $2 the key before, $3 how many. */
export const listTypes = statement<TypeRow>(
  'types.list',
  `SELECT ${columns} ${withVersion}
  WHERE type.developer = $1 AND type.key > $2 ORDER BY type.key LIMIT $3`,
);

/** The types of accounts, in the order of their numbers. $1 developers. */
export const describeTypes = statement<TypeRow>(
  'types.descriptions',
  `SELECT ${columns} ${withVersion} WHERE type.developer = ANY($1) ORDER BY type.number`,
);
