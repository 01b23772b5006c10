import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import pMap from 'p-map';
import { memberErrors, newUnitProperty, Problem, problems } from '@trellis/contracts';
import { type IdForms, isFinal, problemDocument, problemToJson } from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest } from '../operation.js';
import { addProperty } from './properties.js';
import { newUnit } from './resource.js';

const maxItems = 1_000;

/**
 * How many items of a batch are under way at once: as many as share a job, and few enough that none
 * waits in a service for longer than its call may take.
 */
const concurrency = 128;

/** The result of one item: the answer that the endpoint for a single one would have given. */
const itemResult = z
  .object({
    status: z.number().int().describe('As if the item had been sent alone.'),
    id: z.string().optional().describe('Of the unit that was created.'),
    href: z.url().optional().describe('Of what was created, linked or changed.'),
    problem: problemDocument.optional(),
  })
  .meta({ id: 'BatchResult', description: 'The result of one item of a batch.' });
type ItemResult = z.output<typeof itemResult>;

const batchResults = z.object({ results: z.array(itemResult) }).meta({ id: 'BatchResults' });

interface Batch<Item extends z.ZodType> {
  id: string;
  /** The name of the schema of its body. */
  name: string;
  path: string;
  summary: string;
  description: string;
  item: Item;
  ids?: readonly string[];
  idsOf(item: z.output<Item>, result: ItemResult): string[];
  perform(item: z.output<Item>, index: number, request: OperationRequest): Promise<ItemResult>;
  /** A member that the call and the item name differently. */
  renamed?: { from: string; to: string };
}

export const unitBatchOperations: Operation[] = [
  batch({
    path: '/api/v1/units/batch',
    id: 'createUnits',
    name: 'NewUnits',
    summary: 'Create units',
    description: 'Each item is the body of `POST /units`.',
    item: newUnit,
    idsOf: (_unit, { id }) => [id!],
    async perform(item, index, { units, caller, hrefs, newId }) {
      const id = newId(index);
      await units('units.create', { caller, id, ...item });
      return { status: 201, id, href: hrefs.unit(id) };
    },
  }),
  batch({
    path: '/api/v1/units/links/batch',
    id: 'linkUnits',
    name: 'NewLinks',
    summary: 'Link units',
    description: 'Each item adds `parent` to the parents of `unit`, as `POST /units/{id}/parents`.',
    item: z.strictObject({ unit: z.string(), parent: z.string() }),
    ids: ['unit', 'parent'],
    idsOf: ({ unit, parent }) => [unit, parent],
    async perform({ unit: id, parent: other }, _index, { units, caller, hrefs }) {
      await units('units.link', { caller, id, role: 'parents', other });
      return { status: 201, href: hrefs.unit(other) };
    },
    renamed: { from: '/id', to: '/parent' },
  }),
  batch({
    path: '/api/v1/units/properties/batch',
    id: 'writeUnitProperties',
    name: 'UnitPropertyWrites',
    summary: 'Add or update properties of units',
    description:
      'Each item adds a property to a unit, as `POST /units/{id}/properties`, or, with `method: "PUT"`, ' +
      'updates one.',
    item: newUnitProperty.extend({
      unit: z.string(),
      method: z.enum(['POST', 'PUT']).default('POST'),
    }),
    ids: ['unit'],
    idsOf: ({ unit }) => [unit],
    async perform({ unit: id, method, ...property }, _index, request) {
      const href = request.hrefs.unitProperty(id, property.name);
      if (method === 'POST') {
        await addProperty(request, { caller: request.caller, id, property });
        return { status: 201, href };
      }
      await request.units('units.update_property', { caller: request.caller, id, property });
      return { status: 204, href };
    },
  }),
];

/** Returns an endpoint that carries out up to a thousand items, each on its own. */
function batch<Item extends z.ZodType>({
  name,
  item,
  ids = [],
  idsOf,
  perform,
  renamed,
  path,
  ...row
}: Batch<Item>): Operation {
  async function answerItem(sent: unknown, index: number, request: OperationRequest) {
    const parsed = item.safeParse(sent);
    if (!parsed.success) {
      // Finding thousands of errors takes a while; other requests come in between.
      await yieldToEventLoop();
      const errors = memberErrors(parsed.error, ['items', index]);
      return failure(new Problem('invalid_request', 'The item is not valid.', { errors }), request);
    }
    try {
      return await perform(parsed.data, index, request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return failure(locate(error, `/items/${index}`, renamed), request);
    }
  }

  return operation.post(path, {
    ...row,
    tag: 'Units',
    description:
      `${row.description} At most ${maxItems} items, which are carried out independently and in no ` +
      'particular order. The results are in the order of the items.',
    access: { scope: 'svc.units.admin', subject: 'optional' },
    input: {
      // An item that is not valid is answered in its place, so the body takes any.
      body: z.strictObject({ items: z.array(z.unknown()).max(maxItems) }),
      describedBody: z.strictObject({ items: z.array(item).max(maxItems) }).meta({ id: name }),
      bareIds: ({ items }, forms) => ({
        items: items.map((item) => withBareIds(item, ids, forms)),
      }),
    },
    answer: { status: 200, body: batchResults },
    audit: {
      resource: 'unit',
      touches({ items }, answer) {
        if (!answer) return {};
        const { results } = answer.body as { results: ItemResult[] };
        const succeeded = results.flatMap((result, index) => (result.status < 400 ? [index] : []));
        const ids = succeeded.flatMap((index) =>
          idsOf(items[index] as z.output<Item>, results[index]!),
        );
        const failed = items.length - succeeded.length;
        return { ids: [...new Set(ids)], items: { succeeded: succeeded.length, failed } };
      },
    },
    async handle(request) {
      const results = await pMap(
        request.body.items,
        (sent, index) => answerItem(sent, index, request),
        { concurrency },
      );
      const provisional = !results.every(({ status }) => isFinal(status));
      return { body: { results }, provisional };
    },
  });
}

/** Before items are checked: only texts can be ids. */
function withBareIds(item: unknown, ids: readonly string[], { resource }: IdForms): unknown {
  if (ids.length === 0 || typeof item !== 'object' || item === null) return item;
  if (Array.isArray(item)) return item;
  const changed = new Map<string, unknown>(Object.entries(item));
  for (const name of ids) {
    const given = changed.get(name);
    if (typeof given === 'string') changed.set(name, resource(given));
  }
  return Object.fromEntries(changed);
}

const failure = (problem: Problem, { hrefs, requestId }: OperationRequest): ItemResult => ({
  status: problems[problem.code].status,
  problem: problemToJson(problem, hrefs, requestId),
});

/** Returns a problem of a call for the item at the pointer `prefix`, with pointers into the body of the batch. */
function locate(
  { code, message, extras }: Problem,
  prefix: string,
  renamed: Batch<z.ZodType>['renamed'],
): Problem {
  const errors = extras.errors?.map(({ pointer, detail }) => ({
    pointer: `${prefix}${pointer === renamed?.from ? renamed.to : pointer}`,
    detail,
  }));
  return new Problem(code, message, { ...extras, ...(errors && { errors }) });
}
