import {
  memberErrors,
  mergePatch,
  Problem,
  requireExpected,
  thingDefinition,
  thingVersion,
  type Handler,
  type Thing,
} from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns } from '../batches/call-columns.js';
import { noSuchThing } from '../visibility/things.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { toThing } from './row.js';
import { lockThing, storeDefinition, type LockedRow } from './update.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

type Patch = Record<string, unknown>;

/** Changes the definition of a thing of an app, or the title of a thing of a connector. */
export const updateThing: Handler<'things.update', Needs> = async (
  { pool, publishThingsHint },
  input,
  deadline,
) => {
  const { caller, id, patch, expected, audit } = input;
  const changed = await inTransaction(
    pool,
    async (db) => {
      const [row] = await query(db, lockThing, callColumns([{ input, ...deadline }]));
      if (!row) throw noSuchThing();
      const thing = toThing(row);
      requireExpected(thingVersion(thing), expected);
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
        entriesOf([{ input: { audit } }]),
      ]);
      return next;
    },
    deadline,
  );
  publishThingsHint(caller.developer, hintOf([id], changed.subject));
  return { version: thingVersion(changed) };
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

interface Schema<Value> {
  safeParse(
    given: unknown,
  ): { success: true; data: Value } | { success: false; error: Parameters<typeof memberErrors>[0] };
}

function check<Value>(schema: Schema<Value>, given: unknown): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The thing would not be valid.', {
    errors: memberErrors(result.error, []),
  });
}
