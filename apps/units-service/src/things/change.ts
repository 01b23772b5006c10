import {
  memberErrors,
  mergePatch,
  patchAttributes,
  Problem,
  requireExpected,
  thingDefinition,
  thingVersion,
  thingVersions,
  type Attributes,
  type Handler,
  type QuotaLimits,
  type Thing,
} from '@trellis/contracts';
import { columnsOf, firstDeadline, inTransaction, inTurn, query } from '@trellis/database';
import type pg from 'pg';
import type { z } from 'zod';
import { entriesOf } from '../audit/record.js';
import { callColumns, callerColumns } from '../batches/calls.js';
import { refusalsOf } from '../quotas/quotas.js';
import { noSuchThing } from '../visibility/rules.js';
import {
  createThings,
  deleteThing,
  lockThing,
  storeDefinition,
  type LockedRow,
} from './change.sql.js';
import { changeOf, publishHints, type PublishThingsHint } from './hints.js';
import { readThing } from './read.js';
import { stateColumns, toThing } from './row.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

interface CreateNeeds extends Needs {
  quotas: QuotaLimits<'units'>;
}

/** Creates things of apps, in the lists of the callers' subjects. A repeated call with the same id changes nothing. */
export const createThing: Handler<'things.create', CreateNeeds> = async (
  { pool, quotas, publishThingsHint },
  calls,
) => {
  const inputs = calls.map(({ input }) => input);
  const values = [
    ...columnsOf(inputs, 'id'),
    ...callerColumns(calls),
    ...columnsOf(inputs, 'app'),
    ...stateColumns(inputs.map(({ state }) => state)),
    inputs.map(({ attributes }) => toColumn(attributes)),
    quotas.things,
    entriesOf(calls),
  ];
  const refused = await query(pool, createThings, values, firstDeadline(calls));
  const refusals = refusalsOf('things', quotas, refused);
  const created = inputs.filter((_input, index) => !refusals.has(index));
  publishHints(publishThingsHint, created.map(changeOf));
  const things = await readThing({ pool }, calls);
  return things.map((thing, index) => refusals.get(index) ?? thing);
};

/** Returns attributes as a column: none are stored as null. */
const toColumn = (attributes: Attributes | null | undefined): string | null =>
  attributes && Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null;

type Patch = Record<string, unknown>;

/** Changes the definition of a thing of an app, or the title of a thing of a connector, and the attributes of either. */
export const updateThing: Handler<'things.update', Needs> = async (
  { pool, publishThingsHint },
  input,
  deadline,
) => {
  const { patch, attributes: attributesPatch, expected, audit } = input;
  const update = async (db: pg.PoolClient) => {
    const [row] = await query(db, lockThing, callColumns([{ input, ...deadline }]));
    if (!row) throw noSuchThing();
    const thing = toThing(row);
    requireExpected(thingVersions(thing), expected);
    const attributes =
      attributesPatch === undefined
        ? row.attributes
        : patchAttributes(row.attributes, attributesPatch);
    const { foundTitle, ownTitle, ...next } = row.client
      ? retitle(thing, row, patch)
      : redefine(thing, patch);
    await query(db, storeDefinition, [
      row.key,
      foundTitle ?? next.title,
      ownTitle,
      JSON.stringify(next.types),
      next.description ?? null,
      JSON.stringify(next.properties),
      JSON.stringify(next.actions),
      JSON.stringify(next.values),
      toColumn(attributes),
      entriesOf([{ input: { audit } }]),
    ]);
    return { ...next, attributes: attributes ?? undefined };
  };
  const { developer } = input.caller;
  const write = () => inTransaction(pool, update, deadline);
  const changed = await inTurn(`${developer} ${input.id}`, deadline, write);
  publishHints(publishThingsHint, [{ developer, subject: changed.subject, things: [input.id] }]);
  return { version: thingVersion(changed, 'app') };
};

interface ChangedThing extends Thing {
  /** The title that the connector found. */
  foundTitle?: string;
  ownTitle: string | null;
}

const givenTitle = thingDefinition.pick({ title: true });

/** Changes the title of a thing of a connector; the next poll would undo any other change. */
function retitle(
  thing: Thing,
  { foundTitle, ownTitle }: Pick<LockedRow, 'foundTitle' | 'ownTitle'>,
  patch: Patch,
): ChangedThing {
  const other = Object.keys(patch).find((member) => member !== 'title');
  if (other !== undefined) {
    throw new Problem('made_by_connector', 'Only the title of a connector thing can be changed.', {
      existing: { kind: 'client', id: thing.creator.id },
      errors: [{ pointer: `/${other}`, detail: 'Comes from the connector.' }],
    });
  }
  if (!('title' in patch)) return { ...thing, foundTitle, ownTitle };
  const own = patch.title === null ? null : check(givenTitle, patch).title;
  return { ...thing, title: own ?? foundTitle, foundTitle, ownTitle: own };
}

/** Changes the definition of a thing. Removed properties lose their values. */
function redefine(thing: Thing, patch: Patch): ChangedThing {
  const { title, types, description, properties, actions } = thing;
  const before = { title, types, description, properties, actions };
  const definition = check(thingDefinition, mergePatch(before, patch));
  const values = Object.entries(thing.values).filter(([name]) =>
    Object.hasOwn(definition.properties, name),
  );
  // A removed description must not survive.
  const { description: _before, ...rest } = thing;
  return { ...rest, ...definition, values: Object.fromEntries(values), ownTitle: null };
}

function check<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The thing would not be valid.', {
    errors: memberErrors(result.error, []),
  });
}

/**
 * Removes a thing of an app, also from every unit. The thing of a connector client is refused: the next poll would create
 * it again, and it is removed with the client.
 */
export const removeThing: Handler<'things.remove', Needs> = async (
  { pool, publishThingsHint },
  input,
  deadline,
) => {
  const remove = async (db: pg.PoolClient) => {
    const [row] = await query(db, lockThing, callColumns([{ input, ...deadline }]));
    if (!row) throw noSuchThing();
    if (row.client) throw madeByConnector(row.client);
    requireExpected(thingVersions(toThing(row)), input.expected);
    await query(db, deleteThing, [row.key, entriesOf([{ input: { audit: input.audit } }])]);
  };
  await inTransaction(pool, remove, deadline);
  publishHints(publishThingsHint, [changeOf(input)]);
  return {};
};

const madeByConnector = (client: string) =>
  new Problem('made_by_connector', 'The thing is deleted when its connector client is deleted.', {
    existing: { kind: 'client', id: client },
  });
