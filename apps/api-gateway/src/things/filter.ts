import {
  capability,
  type Page,
  Problem,
  queryText,
  searchText,
  shownAs,
  thingFilter,
  thingSortFields,
} from '@trellis/contracts';
import {
  createIdForms,
  idForm,
  type IdForms,
  isListCursor,
  requireScope,
  requireSubject,
  sortParameter,
  invalidMember,
  flagParameter,
} from '@trellis/operations';
import { z } from 'zod';
import { attributesQuery, requireOwnAttributes } from '../access/attributes.js';
import type { OperationRequest } from '../operation.js';

export const expressionQuery = {
  q: queryText.optional().describe('An expression in RSQL, such as `type==Light;values.on==true`.'),
};

/** The query parameters that select resources within units. */
export const withinQuery = {
  in: z.string().optional().describe('The unit that it is in directly.'),
  below: z.string().optional().describe('A unit that it is in, or that is anywhere above.'),
};

interface ListQuery extends OrderQuery {
  in?: string | undefined;
  below?: string | undefined;
  cursor?: string | undefined;
}

/** Rejects a query within two units or with two orders, and a cursor of another list. */
export function checkListQuery(query: ListQuery, context: z.RefinementCtx): void {
  if (query.in !== undefined && query.below !== undefined) {
    const message = 'Cannot be given together with `in`.';
    context.addIssue({ code: 'custom', path: ['below'], message });
  }
  if (query.search !== undefined && query.sort !== undefined) {
    const message = 'Cannot be given together with `search`, whose best matches come first.';
    context.addIssue({ code: 'custom', path: ['sort'], message });
  }
  if (query.below === undefined && !isOrdered(query) && !isListCursor(query.cursor)) {
    context.addIssue({
      code: 'custom',
      path: ['cursor'],
      message: 'Is not a cursor of this list.',
    });
  }
}

/** In which order a list is, if it is not that of creation. */
export const orderQuery = <const Field extends string>(fields: readonly Field[]) => ({
  search: searchText
    .optional()
    .describe(
      'Words that names or titles have, in any order, whatever their case and accents; words of four letters ' +
        'and more may have a typo. One or two letters are what a word begins with. The best matches come first.',
    ),
  sort: sortParameter(fields),
});

interface OrderQuery {
  search?: string | undefined;
  sort?: string | undefined;
}

const isOrdered = ({ search, sort }: OrderQuery): boolean =>
  search !== undefined || sort !== undefined;

/** Returns the order of a list as calls have it; undefined for that of creation. */
export function orderOf<Sort extends string>({
  search,
  sort,
}: {
  search?: string | undefined;
  sort?: Sort | undefined;
}) {
  if (search !== undefined) return { search };
  if (sort === undefined) return undefined;
  const descending = sort.startsWith('-');
  type Field = Sort extends `-${infer Other}` ? Other : Sort;
  return { by: (descending ? sort.slice(1) : sort) as Field, descending };
}

/** Points the errors of a call, which are about a query, at the member of the body that has its conditions. */
export const pointAt =
  (member: string) =>
  (error: unknown): never => {
    if (!(error instanceof Problem) || !error.extras.errors) throw error;
    const errors = error.extras.errors.map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/(query\/)?/, `/${member}/`),
      detail,
    }));
    throw new Problem(error.code, error.message, { ...error.extras, errors });
  };

/** Points an error about an unknown unit at the query, since the path names none. */
export function refuseBelow(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  throw invalidMember('/query/below', error.message, error.message);
}

export const thingFilterQuery = {
  type: thingFilter.shape.type.describe('Only things with this `@type`.'),
  capability: capability.optional().describe('Only things with this capability.'),
  available: flagParameter('Only things that are available, or that are not.'),
  subject: idForm.optional().describe('Only things in the list of this subject.'),
  client: z.string().optional().describe('Only things that this connector client created.'),
  identifier: thingFilter.shape.identifier.describe(
    "Only things that the vendor's id, a serial number or a MAC address identifies, in any notation.",
  ),
  ...attributesQuery,
  ...expressionQuery,
  ...withinQuery,
  ...orderQuery(thingSortFields),
};

type ThingQuery = z.output<z.ZodObject<typeof thingFilterQuery>>;

export const hasConditions = (query: ThingQuery): boolean =>
  Object.keys(thingFilterQuery).some((name) => query[name as keyof ThingQuery] !== undefined);

/** Lists the ids of the things that meet the conditions of a query. */
export function listThingsBy(
  { units, hrefs, bearer, caller }: Pick<OperationRequest, 'units' | 'hrefs' | 'bearer' | 'caller'>,
  query: ThingQuery,
) {
  const forms = createIdForms(hrefs.base);
  const { resource } = forms;
  const { type, capability, available, subject, client, identifier, attributes } = query;
  const { in: unit, below } = query;
  requireOwnAttributes(bearer, attributes);
  const q = query.q === undefined ? undefined : withBareIds(query.q, forms);
  // These conditions reveal where things are.
  if (unit !== undefined || below !== undefined) requireScope('svc.units.read', bearer);
  const filter = {
    type,
    capability,
    available,
    subject: subject === undefined ? undefined : requireSubject(forms, subject, '/query/subject'),
    client: client === undefined ? undefined : resource(client),
    identifier,
    attributes,
  };
  const isFoundByProperty = capability !== undefined && shownAs(capability).property !== undefined;
  const hasFilter = Object.values(filter).some((condition) => condition !== undefined);
  const order = orderOf(query);
  const within = {
    in: unit === undefined ? undefined : resource(unit),
    below: below === undefined ? undefined : resource(below),
  };
  return async (page: Page) => {
    if (order) {
      return units('things.ordered', { caller, page, order, filter: { ...filter, ...within, q } });
    }
    if (below !== undefined) {
      const input = { caller, id: resource(below), page, filter, q };
      return units('units.things_below', input).catch(refuseBelow);
    }
    if (q !== undefined || isFoundByProperty) {
      return units('things.query', { caller, page, filter: { ...filter, in: within.in }, q });
    }
    if (!hasFilter && unit === undefined) return units('things.list', { caller, page });
    return units('things.find', { caller, page, filter: { ...filter, in: within.in } });
  };
}

const quoted = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const value = String.raw`(?:${quoted}|[^"'();,=!~<>\s]+)`;
const values = new RegExp(value, 'g');

/** Matches a quoted text, or a comparison of an id: selector, operator, and value or list of values. */
const comparisons = new RegExp(
  String.raw`${quoted}|(?<![^;,(\s])(client|subject)(\s*(?:==|!=|=in=|=out=)\s*)(\(\s*${value}(?:\s*,\s*${value})*\s*\)|${value})`,
  'g',
);

/**
 * Replaces the ids that an RSQL expression compares `client` and `subject` with by those that services use. The length
 * stays the same, so that positions in errors refer to the original expression.
 */
export const withBareIds = (expression: string, forms: IdForms): string =>
  expression.replaceAll(
    comparisons,
    (all: string, selector?: string, operator?: string, compared?: string) => {
      if (selector === undefined) return all;
      const bare = selector === 'client' ? forms.resource : forms.subject;
      return selector + operator! + compared!.replaceAll(values, (one) => bareValue(one, bare));
    },
  );

function bareValue(given: string, bare: (id: string) => string): string {
  const isQuoted = given.startsWith('"') || given.startsWith("'");
  const text = isQuoted ? given.slice(1, -1).replaceAll(/\\(.)/g, '$1') : given;
  const id = bare(text);
  // Expressions that name an id already stay as they are, `*` included.
  if (id === text) return given;
  return `"${id.replaceAll(/["\\]/g, String.raw`\$&`)}"`.padEnd(given.length);
}
