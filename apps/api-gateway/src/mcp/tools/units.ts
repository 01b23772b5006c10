import pMap from 'p-map';
import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import {
  anyValue,
  asText,
  cursor,
  idOf,
  limit,
  nextCursor,
  nextPage,
  shortText,
  shortValue,
  withRoomFor,
} from '../members.js';
import { tool, type Tool, type ToolRequest } from '../tool.js';
import type { Reference } from '../../resources/reference.js';
import type { unitResource, unitSummaryResource } from '../../units/resource.js';

const foundUnit = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  properties: z.record(z.string(), anyValue).optional(),
  parents: z.array(z.string()).optional(),
  children: z.number().describe('Units directly in it; 1000 are 1000 or more.'),
  things: z.number().describe('Things directly in it; 1000 are 1000 or more.'),
});

/** How many units are read at once: each may have megabytes of properties. */
const readAtOnce = 5;

/** How many properties and parents of a unit, and entries of each list of a summary, are shown. */
const maxProperties = 10;
const maxParents = 10;
const maxEntries = 20;

const count = z.number();

const summary = z.object({
  units: z.object({ count, types: z.array(z.object({ type: z.string(), count })) }),
  things: z
    .object({
      count,
      unavailable: count,
      unknown: count,
      capabilities: z.array(z.object({ capability: z.string(), count })),
    })
    .optional(),
  failing_clients: z
    .array(z.object({ client: z.string(), code: z.string(), since: z.string(), things: count }))
    .optional()
    .describe('Use explain_client for one of them.'),
  values: z
    .array(
      z.object({
        property: z.string(),
        unit: z.string().optional(),
        count,
        minimum: z.number(),
        maximum: z.number(),
        mean: z.number(),
      }),
    )
    .optional(),
  truncated: z.string().optional(),
});

export const unitTools: Tool[] = [
  tool({
    name: 'find_units',
    title: 'Find units',
    description:
      'Finds units (buildings, floors, rooms, other groups of things) by words of their names, by type or by place. What ' +
      'is in a unit is found by find_units with `in`, and by find_things with `below`.',
    access: 'svc.units.read',
    effect: 'reads',
    input: z.strictObject({
      search: z.string().optional().describe('Words of the name; typos are forgiven.'),
      type: z.string().optional().describe('An exact type, such as `room`.'),
      in: z.string().optional().describe('Id of the parent.'),
      below: z.string().optional().describe('Id of a unit above it, at any distance.'),
      subject: z.string().optional().describe('The end user who owns it or is linked to it.'),
      capability: z
        .string()
        .optional()
        .describe('Of a thing in or below it, as in find_things; needs svc.things.read.'),
      limit: limit(25, 10),
      cursor,
    }),
    output: z.object({ units: z.array(foundUnit), ...nextPage, truncated: z.string().optional() }),
    async run(request, { limit, ...conditions }) {
      const answer = await request.callOperation('listUnits', {
        query: { ...conditions, limit: asText(limit) },
      });
      const references = answer.body as Reference[];
      const found = await pMap(references, readUnit(request), { concurrency: readAtOnce });
      const existing = found.filter((unit) => unit !== undefined);
      const { bounded: units, left } = withRoomFor(existing, 'properties');
      const truncated = `The properties of ${left} units are left out: use conditions or a smaller limit.`;
      return { units, ...nextCursor(answer), ...(left > 0 && { truncated }) };
    },
  }),
  tool({
    name: 'summarize_unit',
    title: 'Summarize a unit',
    description:
      'Counts what is in and below a unit: units by type, things by capability, those that are unavailable, connector ' +
      'clients with errors, and on request the current minimum, maximum and mean of properties. Use it before listing.',
    access: 'svc.units.read',
    effect: 'reads',
    input: z.strictObject({
      unit: z.string().describe('The id of the unit.'),
      of: z
        .array(z.string())
        .max(10)
        .optional()
        .describe('Properties to sum up, such as `temperature`; needs svc.things.read.'),
    }),
    output: summary,
    async run({ callOperation }, { unit: id, of }) {
      const { body } = await callOperation('summarizeUnit', {
        params: { id },
        query: { of: of?.join(',') },
      });
      return toSummary(body as z.output<typeof unitSummaryResource>);
    },
  }),
];

/** Reads a unit of a list; undefined when it has been deleted meanwhile. */
const readUnit =
  ({ callOperation }: Pick<ToolRequest, 'callOperation'>) =>
  async (reference: Reference) => {
    try {
      const { body } = await callOperation('getUnit', { params: { id: idOf(reference) } });
      return toFound(body as z.output<typeof unitResource>);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      return undefined;
    }
  };

function toFound(unit: z.output<typeof unitResource>): z.output<typeof foundUnit> {
  const { id, name, type, parents, children, things } = unit;
  const properties = unit.properties
    .slice(0, maxProperties)
    .map(({ name, value }) => [name, shortValue(value)] as const);
  return {
    id,
    name: shortText(name),
    type: shortText(type),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(parents.length > 0 && { parents: parents.slice(0, maxParents).map(idOf) }),
    children: children.length,
    things: things.length,
  };
}

function toSummary({ units, things, clients, values }: z.output<typeof unitSummaryResource>) {
  const lists = [units.types, things?.capabilities, clients, values];
  const isCut = lists.some((list) => (list?.length ?? 0) > maxEntries);
  const first = <T>(list: T[]): T[] => list.slice(0, maxEntries);
  return {
    units: { ...units, types: first(units.types) },
    ...(things && { things: { ...things, capabilities: first(things.capabilities) } }),
    ...(clients && {
      failing_clients: first(clients).map(({ href, code, since, things }) => ({
        client: idOf({ href }),
        code,
        since,
        things,
      })),
    }),
    ...(values && values.length > 0 && { values: first(values) }),
    ...(isCut && {
      truncated: `Lists have their ${maxEntries} largest entries: summarize a unit further down.`,
    }),
  };
}
