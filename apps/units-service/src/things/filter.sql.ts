import { visibleThingSql } from '../visibility/rules.js';
import { isAvailableSql } from './row.js';

/** The columns of conditions (see `filterColumns`), with their types. */
export const filterColumnTypes = {
  type: 'text',
  /** The type and the property of a capability. */
  capabilityType: 'text',
  property: 'text',
  available: 'boolean',
  ofSubject: 'text',
  client: 'uuid',
  identifier: 'text',
  attributes: 'jsonb',
};

/** Returns the condition that the row `thing` meets the conditions in the row `call`. */
export const meetsSql = (thing: string, call: string): string => `
  (${call}.type IS NULL OR ${hasTypeSql(thing, `${call}.type`)})
  AND (${call}."capabilityType" IS NULL OR ${hasTypeSql(thing, `${call}."capabilityType"`)})
  AND (${call}.property IS NULL
    OR to_readable_json(${thing}.properties) -> ${call}.property IS NOT NULL)
  AND (${call}.available IS NULL OR ${isAvailableSql(thing)} = ${call}.available)
  AND (${call}."ofSubject" IS NULL OR ${thing}.subject = ${call}."ofSubject")
  AND (${call}.client IS NULL OR ${thing}.client_id = ${call}.client)
  AND (${call}.identifier IS NULL OR EXISTS (
    SELECT FROM thing_identifiers known WHERE known.thing_key = ${thing}.key
      AND known.identifier = identifier_key(${call}.identifier)))
  AND (${call}.attributes IS NULL OR ${thing}.attributes @> ${call}.attributes)`;

const hasTypeSql = (thing: string, type: string) => `EXISTS (
  SELECT FROM thing_types listed WHERE listed.thing_key = ${thing}.key AND listed.type = ${type})`;

const columns = Object.entries(filterColumnTypes).map(
  ([name, type], index) => `$${index + 3}::${type} AS "${name}"`,
);

export const matchingParameters = 10;

/**
 * Returns a query that selects the things that meet conditions and a further `condition` on the row `thing`. $1 keys,
 * $2 subject or null, $3 to $10 the conditions.
 */
export const matchingThingsSql = (condition = 'true'): string => `
  SELECT thing.key FROM things thing CROSS JOIN (SELECT ${columns.join(', ')}) AS call
  WHERE thing.key = ANY ($1::bigint[]) AND ${visibleThingSql('thing', '$2')}
    AND ${meetsSql('thing', 'call')} AND ${condition}`;
