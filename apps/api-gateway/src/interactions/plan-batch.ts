import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type BatchItem,
  type Interaction,
  list,
  maxBatchThings,
  Problem,
  type ProblemData,
  type Thing,
} from '@trellis/contracts';
import type { IdForms } from '@trellis/operations';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { requireAllWritable, requireInvocable, requireWritable } from './interact.js';
import type { OperationRequest } from '../operation.js';
import { withoutAliases } from '../things/aliases.js';
import { checkListQuery, listThingsBy, thingFilterQuery, pointAt } from '../things/filter.js';
import { invalidMember, pagesOf } from '@trellis/operations';

/** The most errors of a value or input that are reported for each thing. */
const maxErrors = 5;

export interface BatchRequest {
  select: ThingSelection;
  operation: Interaction['operation'];
  name?: string;
  input: unknown;
}

type Requested = Omit<BatchRequest, 'select'>;

/** Selects the things of a batch, and checks the request for each. */
export const planBatch = (
  request: SelectingRequest & PlanningRequest,
  { select, ...requested }: BatchRequest,
): Promise<BatchItem[]> => planThings(request, selectThings(request, select), () => requested);

type PlanningRequest = Pick<OperationRequest, 'bearer' | 'deadline'>;

/** Checks a request for each thing; the items of those that cannot do it have a problem. */
export async function planThings(
  { bearer, deadline }: PlanningRequest,
  found: AsyncIterable<Thing[]>,
  requestedOf: (thing: Thing) => Requested,
): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for await (const things of found) {
    for (const thing of things) {
      items.push(await planItem(thing, requestedOf(thing), bearer.app));
      // Checking a value takes up to 100,000 steps; other requests come in between.
      await yieldToEventLoop();
      if (deadline.remainingMs() <= 0)
        throw new Problem('timeout', 'Checking the things took too long.');
    }
  }
  return items;
}

async function planItem(
  thing: Thing,
  { operation, name, input }: Requested,
  app: string,
): Promise<BatchItem> {
  const { id, subject, creator } = thing;
  const item = { thing: id, creator, ...(subject !== undefined && { subject }) };
  try {
    if (operation === 'invokeaction')
      return { ...item, ...requireInvocable(thing, { name: name!, input }) };
    if (operation === 'writeproperty') requireWritable(thing, { name: name!, value: input, app });
    else await requireAllWritable(thing, { values: input as Record<string, unknown>, app });
    return { ...item, idempotent: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...item, idempotent: false, problem: shortened(error) };
  }
}

function shortened(problem: Problem): ProblemData {
  const { errors, ...data } = problem.toData();
  return { ...data, ...(errors && { errors: errors.slice(0, maxErrors) }) };
}

/** Up to how many things are counted that a selection has too many of. */
const maxCounted = 10_000;

const maxIdLength = 2_048;

/** Which things something is requested of: those that meet conditions, or those that are named. */
export const thingSelection = z
  .strictObject({
    ...thingFilterQuery,
    available: z.boolean().optional().meta(thingFilterQuery.available.meta()!),
    things: list(z.string().max(maxIdLength), maxBatchThings)
      .optional()
      .describe('These things, in place of conditions.'),
  })
  .superRefine((selection, context) => {
    const { things, ...conditions } = selection;
    const given = Object.values(conditions).filter((condition) => condition !== undefined);
    if (things === undefined && given.length === 0) {
      context.addIssue({ code: 'custom', message: 'Must have a condition.' });
    }
    if (things !== undefined && given.length > 0) {
      const message = 'Cannot be given together with conditions.';
      context.addIssue({ code: 'custom', path: ['things'], message });
    }
    checkListQuery(selection, context);
  });
type ThingSelection = z.output<typeof thingSelection>;

/** Replaces the ids of things by those that services know; the ids in conditions are replaced when these are read. */
export const withBareThings = (selection: ThingSelection, forms: IdForms): ThingSelection => ({
  ...selection,
  ...(selection.things && { things: selection.things.map((id) => forms.resource(id)) }),
});

type SelectingRequest = Pick<OperationRequest, 'units' | 'caller' | 'bearer' | 'hrefs'>;

/**
 * The things of a selection, a part at a time. Throws `invalid_request` when there are too many, and, in the end,
 * `unknown_reference` when the caller does not see some that are named.
 */
export async function* selectThings(
  request: SelectingRequest,
  selection: ThingSelection,
): AsyncGenerator<Thing[]> {
  const named = selection.things && (await withoutAliases(request, selection.things));
  const selected = named ? new Set(named) : await findIds(request, selection);
  const missing = new Set(named);
  for await (const things of showThings(request, [...selected])) {
    for (const { id } of things) missing.delete(id);
    yield things;
  }
  if (named && missing.size > 0) throw unknownThings(named, missing);
}

/** Reads things, a part at a time; leaves out those that the caller does not see. */
export async function* showThings(
  { units, caller }: Pick<OperationRequest, 'units' | 'caller'>,
  given: readonly string[],
): AsyncGenerator<Thing[]> {
  for (let ids = given.filter((id) => isUuid(id)); ids.length > 0;) {
    const { things, covered } = await units('things.show', { caller, ids, view: 'whole' });
    yield things;
    ids = ids.slice(covered);
  }
}

async function findIds(request: SelectingRequest, selection: ThingSelection): Promise<Set<string>> {
  const { things: _things, ...conditions } = selection;
  const { below, search, sort } = conditions;
  const isWalk = below !== undefined && search === undefined && sort === undefined;
  const listPage = listThingsBy(request, {
    ...conditions,
    // Otherwise the list would walk through all units below, most of which have no selected thing.
    ...(isWalk && { sort: 'created' as const }),
  });
  const ids = new Set<string>();
  for await (const items of pagesOf((from) =>
    listPage({ limit: 1_000, ...from }).catch(pointAt('select')),
  )) {
    for (const id of items) ids.add(id);
    if (ids.size > maxCounted) break;
  }
  if (ids.size > maxBatchThings) throw tooMany(ids.size);
  return ids;
}

function tooMany(found: number): Problem {
  const count = found > maxCounted ? `more than ${maxCounted}` : found;
  const detail = `There are ${count} things; ${maxBatchThings} are the most at once.`;
  return invalidMember('/select', detail, detail);
}

/** The most unknown things that a problem names. */
const maxNamed = 20;

function unknownThings(named: readonly string[], missing: ReadonlySet<string>): Problem {
  const detail = 'There is no such thing.';
  const errors = named.flatMap((id, index) =>
    missing.has(id) ? [{ pointer: `/select/things/${index}`, detail }] : [],
  );
  return new Problem('unknown_reference', detail, { errors: errors.slice(0, maxNamed) });
}
