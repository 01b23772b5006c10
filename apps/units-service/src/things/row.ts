import {
  failureCode,
  type Attributes,
  type Availability,
  type Thing,
  type ThingState,
} from '@trellis/contracts';
import { toTargets } from './targets.js';

/** A thing as statements return it; see {@link thingColumns}. */
export interface ThingRow {
  key: string;
  id: string;
  subject: string | null;
  client: string | null;
  app: string | null;
  /** JSON text. */
  identifiers: string;
  title: string;
  description: string | null;
  /** JSON texts. */
  types: string;
  properties: string;
  actions: string;
  events: string;
  values: string;
  valueTimes: string;
  /** JSON text, or null. */
  targets: string | null;
  available: boolean;
  unknownReason: string | null;
  stateSince: Date | null;
  /** The status of the client that made it, if it has ever changed. */
  clientStatus: { error: string | null; since: string } | null;
  /** When it was last heard, and its values, by name (ms since 1970). */
  seen: { at: string; times: Record<string, number> } | null;
  /** Whether its device answers polls itself. */
  answers: boolean | null;
  attributes: Attributes | null;
  created: Date;
  modified: Date;
}

const plainColumns = [
  'key',
  'id',
  'subject',
  'client_id AS client',
  'app',
  'identifiers',
  'description',
  'types',
  'properties',
  'actions',
  'events',
  '"values"',
  'value_times AS "valueTimes"',
  'targets',
  'available',
  'unknown_reason AS "unknownReason"',
  'state_since AS "stateSince"',
  'attributes',
  'created',
  'modified',
];

/** Returns the columns of a {@link ThingRow}; `thing` is a row. */
export const thingColumns = (thing: string): string =>
  [
    `coalesce(${thing}.own_title, ${thing}.title) AS title`,
    ...plainColumns.map((column) => `${thing}.${column}`),
    `(
      SELECT json_build_object('error', maker.error, 'since', maker.status_since)
      FROM clients maker WHERE maker.id = ${thing}.client_id AND maker.status_since IS NOT NULL
    ) AS "clientStatus"`,
    `(
      SELECT json_build_object('at', seen.seen, 'times', seen.times)
      FROM seen_things seen WHERE seen.thing = ${thing}.id
    ) AS seen`,
    `(SELECT maker.devices_answer FROM clients maker WHERE maker.id = ${thing}.client_id) AS answers`,
  ].join(', ');

/** Returns the condition that a thing is shown as available, in accordance with {@link availabilityOf}. */
export const isAvailableSql = (thing: string): string => `(
  ${thing}.available AND ${thing}.unknown_reason IS NULL AND NOT EXISTS (
    SELECT FROM clients maker WHERE maker.id = ${thing}.client_id AND maker.error IS NOT NULL))`;

export const thingBytes = (thing: string): string => `(octet_length(${thing}.properties)
  + octet_length(${thing}.actions) + octet_length(${thing}.events) + octet_length(${thing}."values")
  + octet_length(${thing}.value_times) + octet_length(${thing}.identifiers)
  + coalesce(octet_length(${thing}.targets), 0)
  + coalesce(octet_length(${thing}.attributes::text), 0)
  + coalesce(octet_length(${thing}.description), 0))`;

/** The columns of the state of a thing, with their types. */
export const stateColumnTypes = {
  identifiers: 'text',
  title: 'text',
  types: 'text',
  description: 'text',
  properties: 'text',
  actions: 'text',
  events: 'text',
  values: 'text',
  available: 'boolean',
};

/** Their quoted names: `values` is a keyword. */
export const stateColumnNames = Object.keys(stateColumnTypes)
  .map((name) => `"${name}"`)
  .join(', ');

/** Returns the states of things as columns for `unnest`, in the same order. */
export const stateColumns = (states: readonly ThingState[]) => [
  states.map(({ identifiers = [] }) => JSON.stringify(identifiers)),
  states.map(({ title }) => title),
  states.map(({ types }) => JSON.stringify(types)),
  states.map(({ description }) => description ?? null),
  states.map(({ properties }) => JSON.stringify(properties)),
  states.map(({ actions }) => JSON.stringify(actions)),
  states.map(({ events }) => JSON.stringify(events)),
  states.map(({ values }) => JSON.stringify(values)),
  states.map(({ available }) => available),
];

export const toThing = (row: ThingRow): Thing => ({
  id: row.id,
  subject: row.subject ?? undefined,
  creator: row.client ? { kind: 'client', id: row.client } : { kind: 'app', id: row.app ?? '' },
  ...(row.identifiers !== '[]' && { identifiers: JSON.parse(row.identifiers) }),
  title: row.title,
  types: JSON.parse(row.types),
  description: row.description ?? undefined,
  properties: JSON.parse(row.properties),
  actions: JSON.parse(row.actions),
  events: JSON.parse(row.events),
  values: JSON.parse(row.values),
  ...(row.valueTimes !== '{}' && { value_times: JSON.parse(row.valueTimes) }),
  ...(row.targets !== null && { targets: toTargets(row.targets) }),
  ...(row.seen && { seen: { ...row.seen, at: new Date(row.seen.at).toISOString() } }),
  ...(row.answers && { answers: true as const }),
  ...availabilityOf(row),
  ...(row.attributes && { attributes: row.attributes }),
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});

/**
 * Returns the availability of a thing. If the polls of its client fail, it is unknown; the row of the thing does not change
 * for that, because a client may have thousands of things.
 */
function availabilityOf(row: ThingRow): Pick<Thing, 'available' | 'availability'> {
  const { available, unknownReason, stateSince, clientStatus } = row;
  if (clientStatus && clientStatus.error !== null) {
    const since = new Date(clientStatus.since).toISOString();
    if (clientStatus.error === 'paused') return unknown({ reason: 'client_paused', since });
    const code = failureCode.parse(clientStatus.error);
    return unknown({ reason: 'client_error', code, since });
  }
  const instants = [stateSince, clientStatus && new Date(clientStatus.since)];
  const since = latest(instants.filter((instant) => instant !== null));
  if (unknownReason === 'no_values') {
    const reason = row.valueTimes === '{}' ? 'never_observed' : 'no_values';
    return unknown({ reason, ...since });
  }
  if (unknownReason === 'sweep_held') return unknown({ reason: 'sweep_held', ...since });
  if (unknownReason !== null) {
    return unknown({ reason: 'device_error', code: failureCode.parse(unknownReason), ...since });
  }
  const state = available ? ('available' as const) : ('unavailable' as const);
  return { available, availability: { state, ...since } };
}

const unknown = (why: Omit<Availability, 'state'>) => ({
  available: false,
  availability: { state: 'unknown' as const, ...why },
});

const latest = (instants: Date[]): Pick<Availability, 'since'> =>
  instants.length === 0 ? {} : { since: new Date(Math.max(...instants.map(Number))).toISOString() };
