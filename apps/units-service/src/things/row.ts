import type { Thing, ThingState } from '@trellis/contracts';

/** A thing as statements return it: {@link thingColumns}. */
export interface ThingRow {
  key: string;
  id: string;
  subject: string | null;
  client: string | null;
  app: string | null;
  title: string;
  description: string | null;
  /** JSON texts. */
  types: string;
  properties: string;
  actions: string;
  events: string;
  values: string;
  available: boolean;
  created: Date;
  modified: Date;
}

const plainColumns = [
  'key',
  'id',
  'subject',
  'client_id AS client',
  'app',
  'description',
  'types',
  'properties',
  'actions',
  'events',
  '"values"',
  'available',
  'created',
  'modified',
];

/** The columns of a {@link ThingRow} in SQL; `thing` is a row. */
export const thingColumns = (thing: string): string =>
  [
    `coalesce(${thing}.own_title, ${thing}.title) AS title`,
    ...plainColumns.map((column) => `${thing}.${column}`),
  ].join(', ');

/** The size of a thing in an answer, in SQL (bytes); `thing` is a row. */
export const thingBytes = (thing: string): string => `(octet_length(${thing}.properties)
  + octet_length(${thing}.actions) + octet_length(${thing}.events) + octet_length(${thing}."values")
  + coalesce(octet_length(${thing}.description), 0))`;

/** The columns that hold the state of a thing, and their types. */
export const stateColumnTypes = {
  title: 'text',
  types: 'text',
  description: 'text',
  properties: 'text',
  actions: 'text',
  events: 'text',
  values: 'text',
  available: 'boolean',
};

/** Their names in SQL, where `values` is a keyword. */
export const stateColumnNames = Object.keys(stateColumnTypes)
  .map((name) => `"${name}"`)
  .join(', ');

/** The states of things as columns for `unnest`, in the same order. */
export const stateColumns = (states: readonly ThingState[]) => [
  states.map(({ title }) => title),
  states.map(({ types }) => JSON.stringify(types)),
  states.map(({ description }) => description ?? null),
  states.map(({ properties }) => JSON.stringify(properties)),
  states.map(({ actions }) => JSON.stringify(actions)),
  states.map(({ events }) => JSON.stringify(events)),
  states.map(({ values }) => JSON.stringify(values)),
  states.map(({ available }) => available),
];

/** A thing in the form of the contract. */
export const toThing = (row: ThingRow): Thing => ({
  id: row.id,
  ...(row.subject !== null && { subject: row.subject }),
  creator: row.client ? { kind: 'client', id: row.client } : { kind: 'app', id: row.app ?? '' },
  title: row.title,
  types: JSON.parse(row.types),
  ...(row.description !== null && { description: row.description }),
  properties: JSON.parse(row.properties),
  actions: JSON.parse(row.actions),
  events: JSON.parse(row.events),
  values: JSON.parse(row.values),
  available: row.available,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});
