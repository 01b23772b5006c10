import { randomUUID } from 'node:crypto';
import type { Caller, ThingFilter } from '@trellis/contracts';
import fc from 'fast-check';
import type { Database } from '../database/open.js';
import { comparisons, comparisonsOfValue, itemsAt, value, type Value } from './expressions.js';
import { newGraph } from './graph.js';

/** Things in units: a model to which the lists of the database are compared. */

export interface ModelThing {
  title: string;
  /** The title that its developer gave it. */
  ownTitle: string | undefined;
  description: string | undefined;
  types: string[];
  /** The value of its identifier. */
  identifier: string | undefined;
  /** Whether it has the property `power`. */
  measuresPower: boolean;
  available: boolean;
  /** Whether its values were lost. */
  isUnknown: boolean;
  subject: string | undefined;
  attributes: Record<string, string> | undefined;
  /** The number of its client; the polls of the second one fail. */
  client: number;
  /** The value of its property `of`. */
  value: Value | undefined;
  /** Whether the property is write-only. */
  isSecret: boolean;
  modified: string;
  /** The numbers of the units that it is in. */
  units: number[];
}

const clients = [randomUUID(), randomUUID()];
const [failing] = clients.slice(1);

const titles = [
  'Lamp',
  'lamp',
  'Lämpchen',
  'Hall lamp',
  'HALL',
  'Hall 2',
  'Old hall',
  'Straße',
  'x_y %',
  '12',
];

/** Something, or nothing in one case of `freq`. */
export const option = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.option(arbitrary, { nil: undefined, freq });

const times = ['2026-01-01T00:00:00.000Z', '2026-06-01T12:00:00.000Z'];

const optional = <const T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values);

const optionalAttributes = (...given: Record<string, string>[]) =>
  fc.constantFrom(undefined, undefined, ...given);

export const modelThing: fc.Arbitrary<ModelThing> = fc.record({
  title: fc.constantFrom(...titles),
  ownTitle: option(fc.constantFrom(...titles)),
  description: option(fc.constantFrom('old', '12')),
  types: fc.uniqueArray(fc.constantFrom('Light', 'Thermostat', 'EnergyMonitor')),
  identifier: optional('aa:bb:cc:dd:ee:01', 'Lamp-1'),
  measuresPower: fc.boolean(),
  available: fc.boolean(),
  isUnknown: fc.boolean(),
  subject: fc.constantFrom(undefined, 'alice', 'bob'),
  attributes: optionalAttributes({ plan: 'basic' }, { plan: 'basic', no: '7' }),
  client: fc.nat(1),
  value: option(value),
  isSecret: fc.constantFrom(false, false, true),
  modified: fc.constantFrom(...times),
  units: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
});

/** A thing of nobody, in no unit. */
export const lamp: ModelThing = {
  title: 'Lamp',
  ownTitle: undefined,
  description: undefined,
  types: ['Light'],
  identifier: undefined,
  measuresPower: false,
  available: true,
  isUnknown: false,
  subject: undefined,
  attributes: undefined,
  client: 0,
  value: true,
  isSecret: false,
  modified: times[0]!,
  units: [],
};

export const thingConditions = fc.record({
  type: optional('Light', 'EnergyMonitor'),
  capability: optional('light', 'thermostat', 'power', 'voltage'),
  available: optional(true, false),
  subject: optional('alice'),
  client: optional(...clients, 'no id'),
  identifier: optional('AABBCCDDEE01', 'AA-BB-CC-DD-EE-01', 'lamp-1', 'lamp'),
  attributes: optionalAttributes({ plan: 'basic' }, { no: '7', plan: 'basic' }, { no: '8' }),
} satisfies Record<keyof ThingFilter, fc.Arbitrary<unknown>>);

/** Comparisons of everything that an expression can name of a thing, of values twice as often. */
export const thingComparisons = fc.oneof(
  { arbitrary: comparisonsOfValue('values', 'of'), weight: 6 },
  comparisons('text', [['title']], [...titles, 'lamp*', '*all*', '*', '']),
  comparisons('text', [['description']], ['old', 'o*', '12', '13', '*']),
  comparisons('text', [['type']], ['Light', '*t', 'Thermostat', 'M', '']),
  comparisons('text', [['subject']], ['alice', 'b*', '*', 'null']),
  comparisons('text', [['client']], [...clients, '*']),
  comparisons('truth', [['available']], ['true', 'false']),
  comparisons('time', [['modified']], [...times, '2026-06-01T14:00:00+02:00', '2026-03-01']),
);

export const titleOf = ({ title, ownTitle }: ModelThing): string => ownTitle ?? title;

const isAvailable = ({ available, isUnknown, client }: ModelThing): boolean =>
  available && !isUnknown && clients[client] !== failing;

/** Returns the items that an expression finds at a path. */
export function itemsOf(thing: ModelThing, [field, , ...members]: string[]): Value[] {
  const { description, types, subject, client, modified, value, isSecret } = thing;
  if (field === 'values') return isSecret ? [] : itemsAt(value, members);
  if (field === 'type') return types;
  const fields: Record<string, Value | undefined> = {
    title: titleOf(thing),
    available: isAvailable(thing),
    description,
    subject,
    client: clients[client]!,
    modified,
  };
  const item = fields[field!];
  return item === undefined ? [] : [item];
}

/** Returns an identifier in the form in which it is compared. */
const keyOf = (identifier: string): string =>
  /^[\da-f:-]+$/i.test(identifier)
    ? identifier.replaceAll(/[:-]/g, '').toLowerCase()
    : identifier.toLowerCase();

/** Returns whether a caller sees a thing that meets conditions, according to the interface. */
export function meets(thing: ModelThing, filter: ThingFilter, caller: Caller): boolean {
  const shown = { light: 'Light', thermostat: 'Thermostat' } as Record<string, string>;
  const isCapable =
    filter.capability === undefined ||
    (filter.capability in shown
      ? thing.types.includes(shown[filter.capability]!)
      : filter.capability === 'power' &&
        thing.types.includes('EnergyMonitor') &&
        thing.measuresPower);
  return (
    isCapable &&
    (filter.type === undefined || thing.types.includes(filter.type)) &&
    (filter.available === undefined || isAvailable(thing) === filter.available) &&
    (filter.subject === undefined || thing.subject === filter.subject) &&
    (filter.client === undefined || clients[thing.client] === filter.client) &&
    (filter.identifier === undefined ||
      (thing.identifier !== undefined && keyOf(thing.identifier) === keyOf(filter.identifier))) &&
    Object.entries(filter.attributes ?? {}).every(
      ([name, text]) => thing.attributes?.[name] === text,
    ) &&
    (caller.subject === undefined || thing.subject === caller.subject)
  );
}

/** The units at and below each of the five that {@link storeThings} makes. */
export const unitsBelow = [[0, 1, 2, 3], [1, 2, 3], [2, 3], [3], [4]];

/** Stores things in five units: each is below the one before it, and the last is below nothing. */
export async function storeThings(database: Database, things: ModelThing[]) {
  const graph = await newGraph(database, 5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 3],
  ]);
  await database.pool.query(
    `INSERT INTO clients (id, error, status_since) VALUES ($1, 'unavailable', now())
    ON CONFLICT DO NOTHING`,
    [failing],
  );
  const { rows } = await database.pool.query<{ id: string; key: string }>(
    `INSERT INTO things (id, developer, title, own_title, description, types, identifiers, properties, actions,
      "values", available, unknown_reason, subject, attributes, client_id, modified)
    SELECT gen_random_uuid(), $1, thing->>'title', thing->>'ownTitle', thing->>'description',
      thing->>'types', thing->>'identifiers', thing->>'properties', '{}', thing->>'values', (thing->>'available')::boolean,
      CASE WHEN (thing->>'isUnknown')::boolean THEN 'no_values' END, thing->>'subject', (thing->>'attributes')::jsonb,
      (thing->>'client')::uuid, (thing->>'modified')::timestamptz
    FROM unnest($2::json[]) WITH ORDINALITY AS given(thing, position)
    ORDER BY position RETURNING id, key`,
    [graph.caller.developer, things.map((thing) => JSON.stringify(toColumns(thing)))],
  );
  await database.pool.query(
    `INSERT INTO unit_things (unit_key, thing_key) SELECT * FROM unnest($1::bigint[], $2::bigint[])`,
    [
      things.flatMap(({ units }) => units.map((unit) => graph.keys[unit])),
      things.flatMap(({ units }, index) => units.map(() => rows[index]!.key)),
    ],
  );
  const ids = rows.map(({ id }) => id);
  return { ...graph, numbersOf: (found: string[]) => found.map((id) => ids.indexOf(id)) };
}

/** JSON of values and properties is text, as it is stored. */
const toColumns = (thing: ModelThing) => ({
  ...thing,
  // Unknown availability is stored with a reason.
  available: thing.available && !thing.isUnknown,
  client: clients[thing.client],
  types: JSON.stringify(thing.types),
  identifiers: JSON.stringify(
    thing.identifier === undefined ? [] : [{ type: 'id', value: thing.identifier }],
  ),
  properties: JSON.stringify({
    of: thing.isSecret ? { writeOnly: true } : {},
    ...(thing.measuresPower && { power: { type: 'number' } }),
  }),
  values: JSON.stringify({ of: thing.value }),
});
