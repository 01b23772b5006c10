import { visibleThingSql } from '../visibility/things.js';
import { isAvailableSql } from './row.js';

/** The columns of conditions, as `filterColumns` makes them, with their types. */
export const filterColumnTypes = {
  type: 'text',
  /** The type and the property of a capability. */
  capabilityType: 'text',
  property: 'text',
  available: 'boolean',
  ofSubject: 'text',
  client: 'uuid',
};

/** Whether a thing meets conditions, in SQL: `thing` is a row, `asked` one with the columns of conditions. */
export const meetsSql = (thing: string, asked: string): string => `
  (${asked}.type IS NULL OR ${hasTypeSql(thing, `${asked}.type`)})
  AND (${asked}."capabilityType" IS NULL OR ${hasTypeSql(thing, `${asked}."capabilityType"`)})
  AND (${asked}.property IS NULL
    OR to_readable_json(${thing}.properties) -> ${asked}.property IS NOT NULL)
  AND (${asked}.available IS NULL OR ${isAvailableSql(thing)} = ${asked}.available)
  AND (${asked}."ofSubject" IS NULL OR ${thing}.subject = ${asked}."ofSubject")
  AND (${asked}.client IS NULL OR ${thing}.client_id = ${asked}.client)`;

const hasTypeSql = (thing: string, type: string) => `EXISTS (
  SELECT FROM thing_types listed WHERE listed.thing_key = ${thing}.key AND listed.type = ${type})`;

const columns = Object.entries(filterColumnTypes).map(
  ([name, type], index) => `$${index + 3}::${type} AS "${name}"`,
);

/** How many parameters {@link matchingThingsSql} has. */
export const matchingParameters = 8;

/**
 * Those of some things that meet conditions; `condition` is a further one on the row `thing`. $1 keys, $2 subject or
 * null, $3 to $8 the conditions.
 */
export const matchingThingsSql = (condition = 'true'): string => `
  SELECT thing.key FROM things thing CROSS JOIN (SELECT ${columns.join(', ')}) AS asked
  WHERE thing.key = ANY ($1::bigint[]) AND ${visibleThingSql('thing', '$2')}
    AND ${meetsSql('thing', 'asked')} AND ${condition}`;
