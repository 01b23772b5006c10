import {
  deferred,
  isPlainText,
  Problem,
  quotaExceeded,
  type BatchedCall,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import {
  boundedOutcomes,
  firstDeadline,
  query,
  queryBounded,
  toPage,
  type Statement,
} from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns, oneByOne, pageColumns, rowsInOrder } from '../batches/calls.js';
import type { PropertyUse } from '../quotas/quotas.js';
import { noSuchUnit } from '../visibility/rules.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { writeChecked } from './json-ld/write-checked.js';
import {
  addProperties,
  listPropertiesOf,
  readPropertyOf,
  removeProperties,
  updateProperties,
  type WrittenRow,
} from './properties.sql.js';

export const readProperty: Handler<'units.property', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const values = [...callColumns(calls), nameColumn(calls)];
  const rows = await queryBounded(pool, readPropertyOf, calls, values);
  return boundedOutcomes(calls, rows, (row, { name }) => propertyOf(row, name));
};

export const listProperties: Handler<'units.properties', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const rows = await query(pool, listPropertiesOf, [...callColumns(calls), ...pageColumns(calls)]);
  return boundedOutcomes(calls, rows, (row, { page }) =>
    row ? toPage(row.properties, page, ({ name, value }) => ({ name, value })) : noSuchUnit(),
  );
};

/** Adds properties to units that have none of their names. */
export const addProperty: Handler<'units.add_property', WritingNeeds> = (needs, calls) => {
  const { unit_properties: maxProperties, unit_bytes: maxBytes } = needs.quotas;
  return writeProperties(needs, calls, {
    statement: addProperties,
    limits: [maxProperties, maxBytes],
    unchanged: ({ id, property: { name } }) =>
      new Problem('already_exists', 'The unit has a property of this name; PUT changes it.', {
        existing: { kind: 'property', id, name },
      }),
    refuse: ({ properties, bytes }) =>
      properties >= maxProperties
        ? quotaExceeded('unit_properties', { limit: maxProperties, used: properties })
        : quotaExceeded('unit_bytes', { limit: maxBytes, used: bytes }, '/value'),
  });
};

/** Updates properties; an expected version must match. */
export const updateProperty: Handler<'units.update_property', WritingNeeds> = (needs, calls) => {
  const limit = needs.quotas.unit_bytes;
  const write: Write = {
    statement: updateProperties,
    limits: [limit],
    unchanged: (input) =>
      'expected' in input && input.expected ? changedMeanwhile() : noSuchProperty(),
    refuse: ({ bytes }) => quotaExceeded('unit_bytes', { limit, used: bytes }, '/value'),
  };
  return deferRepeated(
    calls,
    ({ property }) => property.name,
    (first) => writeProperties(needs, first, write),
  );
};

/** Removes properties and returns them; an expected version must match. */
export const removeProperty: Handler<'units.remove_property', { pool: pg.Pool }> = (
  { pool },
  calls,
) =>
  deferRepeated(
    calls,
    ({ name }) => name,
    async (first) => {
      const columns = [...callColumns(first), nameColumn(first), expectedColumn(first)];
      const values = [...columns, entriesOf(first)];
      const rows = await query(pool, removeProperties, values, firstDeadline(first));
      return boundedOutcomes(first, rows, (row, { name, expected }) =>
        expected && row?.value === null ? changedMeanwhile() : propertyOf(row, name),
      );
    },
  );

interface WritingNeeds {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

type WriteCall = BatchedCall<
  Received<UnitsContract, 'units.add_property' | 'units.update_property'>
>;
type Outcome = Problem | Record<never, never>;

interface Write {
  statement: Statement<WrittenRow>;
  /** The quotas that are its last parameters. */
  limits: number[];
  /** Returns the problem of a call that changed nothing although its caller sees the unit. */
  unchanged: (input: WriteCall['input']) => Problem;
  refuse: (used: PropertyUse) => Problem;
}

/** Writes properties once their values have been checked. */
const writeProperties = (
  { pool, jsonLd }: WritingNeeds,
  calls: readonly WriteCall[],
  write: Write,
) =>
  writeChecked(jsonLd, calls, {
    valuesOf: ({ property: { value } }) => [{ value, pointer: '/value' }],
    write: (calls) => writeBatch(pool, calls, write),
  });

/**
 * Writes properties, unit by unit. If a unit has no room for all of them, they are written one by one afterwards, in order,
 * so that only those beyond its quotas are refused.
 */
async function writeBatch(
  pool: pg.Pool,
  calls: readonly WriteCall[],
  write: Write,
): Promise<(Outcome | Promise<Outcome>)[]> {
  const names = calls.map(({ input }) => input.property.name);
  const values = calls.map(({ input }) => JSON.stringify(input.property.value));
  const columns = [...callColumns(calls), names, values, expectedColumn(calls)];
  const rows = await query(
    pool,
    write.statement,
    [...columns, entriesOf(calls), ...write.limits],
    firstDeadline(calls),
  );
  const afterOthers = oneByOne();
  return rowsInOrder(calls, rows).map((row, index) => {
    const call = calls[index]!;
    if (!row) return noSuchUnit();
    if (row.fits) return row.changed ? {} : write.unchanged(call.input);
    if (calls.length === 1) {
      return write.refuse({ properties: Number(row.properties), bytes: Number(row.bytes) });
    }
    return afterOthers(async (): Promise<Outcome> => {
      const [outcome] = await writeBatch(pool, [call], write);
      return outcome!;
    });
  });
}

interface ExpectingCall {
  input: { id: string; expected?: string[] | undefined };
}

/**
 * Answers the calls that are the first for their property, and defers the others if any call expects a version: a
 * statement changes a property once, and the next call has to match the new version.
 */
async function deferRepeated<Call extends ExpectingCall, Outcome>(
  calls: readonly Call[],
  nameOf: (input: Call['input']) => string,
  answer: (first: readonly Call[]) => Promise<Outcome[]>,
): Promise<(Outcome | typeof deferred)[]> {
  if (calls.every(({ input }) => input.expected === undefined)) return answer(calls);
  const first = new Map<string, Call>();
  for (const call of calls) {
    const name = `${call.input.id.toLowerCase()} ${nameOf(call.input)}`;
    if (!first.has(name)) first.set(name, call);
  }
  const answered = [...first.values()];
  const outcomes = await answer(answered);
  const outcomeOf = new Map(answered.map((call, index) => [call, outcomes[index]!]));
  return calls.map((call) => outcomeOf.get(call) ?? deferred);
}

/** Returns the expected versions of each call, separated by commas. */
const expectedColumn = (calls: readonly ExpectingCall[]): (string | null)[] =>
  calls.map(({ input }) => input.expected?.join(',') ?? null);

/** Returns the names in a batch of calls; a text that cannot be a name becomes null, which matches nothing. */
const nameColumn = (calls: readonly BatchedCall<{ name: string }>[]): (string | null)[] =>
  calls.map(({ input: { name } }) => (isPlainText(name) ? name : null));

/** Returns the property of a row. There is no row without the unit, and no value without the property. */
function propertyOf(row: { value: string | null } | undefined, name: string) {
  if (!row) return noSuchUnit();
  return row.value === null ? noSuchProperty() : { name, value: JSON.parse(row.value) as unknown };
}

const noSuchProperty = () => new Problem('not_found', 'The unit has no such property.');

/** Creates the problem of a property that does not have the expected version. */
const changedMeanwhile = () =>
  new Problem('precondition_failed', 'The property has changed since it was read, or is gone.');
