import { statement } from '@trellis/database';

interface AllowedRow {
  allowed: boolean;
}

/** Returns whether any app lists an origin. $1 the origin. */
export const anyAppLists = statement<AllowedRow>(
  'apps.any_lists_origin',
  `SELECT EXISTS (
    SELECT FROM apps WHERE allowed_origins @> ARRAY[$1::text]
  ) AS allowed`,
);

/** Returns whether an app lists an origin. $1 the origin, $2 the id of the app, $3 its developer. */
export const appLists = statement<AllowedRow>(
  'apps.lists_origin',
  `SELECT EXISTS (
    SELECT FROM apps WHERE id = $2 AND developer = $3 AND $1::text = ANY (allowed_origins)
  ) AS allowed`,
);
