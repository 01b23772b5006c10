import {
  type Input,
  isPlainText,
  Problem,
  type ProblemCode,
  newUnitProperty,
  unitProperty,
  type UnitProperty,
  unitPropertyVersion,
  type UnitsContract,
  wrongExistence,
} from '@trellis/contracts';
import {
  entityTagOf,
  expectedBy,
  listAnswer,
  newParameter,
  pageOf,
  pageQuery,
  prefersRepresentation,
  representation,
  representationPreference,
  requiredBy,
  invalidMember,
  flagParameter,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { namedPropertyResource } from './resource.js';

const read = { tag: 'Units', access: { scope: 'svc.units.read', subject: 'optional' } } as const;
const admin = { tag: 'Units', access: { scope: 'svc.units.admin', subject: 'optional' } } as const;

const path = '/api/v1/units/:id/properties';
const namedPath = '/api/v1/units/:id/properties/:name';

const touches = ({ name }: UnitProperty) => ({ ids: [name] });

const changed = {
  description: 'The changed property, with `Prefer: return=representation`',
  body: unitProperty,
};

export const unitPropertyOperations: Operation[] = [
  operation.get(path, {
    ...read,
    id: 'listUnitProperties',
    summary: 'Get properties',
    description: 'The properties of the unit, with values equal to what was sent.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(unitProperty) },
    handle: ({ params, query, ...request }) => listProperties(request, params.id, pageOf(query)),
  }),
  operation.post(path, {
    ...admin,
    id: 'addUnitProperty',
    summary: 'Add property',
    description:
      'Adds a property that the unit does not have yet (409). A value with members that begin with `@` is ' +
      'checked as JSON-LD, without fetching any context.',
    input: { body: newUnitProperty },
    answer: { status: 201, body: unitProperty, problems: problemsOf('units.add_property') },
    audit: { resource: 'unit', touches },
    async handle({ params, body, ...request }) {
      const input = { caller: request.caller, id: params.id, property: body };
      await addProperty(request, input, (input) => request.change('units.add_property', input));
      return { body, headers: { Location: request.hrefs.unitProperty(params.id, body.name) } };
    },
  }),
  operation.put(path, {
    ...admin,
    id: 'updateUnitProperty',
    summary: 'Update property',
    description:
      'Changes the value of the property that the body names; 404 when the unit has none of this name. `If-Match` ' +
      'names the version of the property, as `/properties/<name>` has it, or that of this list. With ' +
      '`If-None-Match: *` it is 412 when the property is there.',
    input: { headers: { 'If-None-Match': newParameter }, body: newUnitProperty },
    answer: {
      status: 204,
      others: { 200: changed },
      problems: problemsOf('units.update_property'),
    },
    audit: { resource: 'unit', touches },
    async handle({ params, body, ...request }) {
      const { change, caller, header } = request;
      const expected = await expectedOf(request, params.id, body.name);
      await change('units.update_property', { caller, id: params.id, property: body, expected });
      return prefersRepresentation(header) ? representation(body) : {};
    },
  }),
  operation.get(namedPath, {
    ...read,
    id: 'getUnitProperty',
    summary: 'Get property',
    description: 'Its value is equal to what was sent.',
    answer: { status: 200, body: unitProperty },
    async handle({ units, caller, params: { id, name } }) {
      const property = await units('units.property', { caller, id, name });
      return { body: property, etag: unitPropertyVersion(property) };
    },
  }),
  operation.put(namedPath, {
    ...admin,
    id: 'setUnitProperty',
    summary: 'Set property',
    description:
      'Adds the property or changes its value: only adds it with `If-None-Match: *`, and only changes it ' +
      'with `If-Match`.',
    input: {
      headers: { Prefer: representationPreference },
      query: z.strictObject({
        dry_run: flagParameter('Stores nothing, and answers 204 if the value is valid.'),
      }),
      body: namedPropertyResource,
    },
    answer: {
      status: 204,
      others: { 200: changed, 201: { description: 'It is new', body: unitProperty } },
      problems: problemsOf('units.update_property'),
    },
    audit: { resource: 'unit' },
    async handle({ params: { id, name }, body, query, ...request }) {
      const property = { name: requireName(name, body.name), value: body.value };
      if (query.dry_run) {
        await tryProperty(request, id, property);
        return {};
      }
      const isNew = await setProperty(request, id, property);
      const etag = unitPropertyVersion(property);
      if (isNew) {
        const headers = { Location: request.hrefs.unitProperty(id, name) };
        return { status: 201 as const, body: property, etag, headers };
      }
      const isShown = prefersRepresentation(request.header);
      return isShown ? { ...representation(property), etag } : { etag };
    },
  }),
  operation.delete(namedPath, {
    ...admin,
    id: 'deleteUnitProperty',
    summary: 'Delete property',
    description: 'Removes the property, and answers it as it was.',
    answer: { status: 200, body: unitProperty, problems: problemsOf('units.remove_property') },
    audit: { resource: 'unit' },
    async handle({ change, caller, params: { id, name }, header }) {
      const input = { caller, id, name, ...expectedBy(header) };
      return { body: await change('units.remove_property', input) };
    },
  }),
];

async function listProperties(
  { units, caller, hrefs, url }: Pick<OperationRequest, 'units' | 'caller' | 'hrefs' | 'url'>,
  id: string,
  page: ReturnType<typeof pageOf>,
) {
  const properties = await units('units.properties', { caller, id, page });
  return listAnswer(properties, { base: hrefs.base, url }, (item) => item);
}

/**
 * The versions that a property may have to be changed at the address of the list: those that `If-Match` names, and if
 * it names the list as it is, the one in that.
 */
async function expectedOf(
  request: Pick<OperationRequest, 'units' | 'caller' | 'hrefs' | 'url' | 'header'>,
  id: string,
  name: string,
): Promise<string[] | undefined> {
  const { units, caller, header } = request;
  const { exists, expected } = requiredBy(header);
  if (exists === false) {
    await units('units.property', { caller, id, name });
    throw wrongExistence(true);
  }
  if (!expected) return undefined;
  const [url = ''] = request.url.split('?');
  const list = await listProperties({ ...request, url }, id, pageOf({}));
  const tag = entityTagOf({ isVersioned: true, ...list }, JSON.stringify(list.body));
  const listed = list.body.find((property) => property.name === name);
  const isListed = listed !== undefined && tag !== undefined && expected.includes(tag);
  return isListed ? [...expected, unitPropertyVersion(listed)] : expected;
}

/** Returns the name in the path, which a body may repeat. */
function requireName(name: string, given = name): string {
  if (name === given && isPlainText(name)) return name;
  const detail = name === given ? 'Is not the name of a property.' : 'Must be that in the address.';
  throw invalidMember('/name', detail);
}

/** Adds a property or changes its value, as the conditions of the request allow; says whether it is new. */
async function setProperty(
  { change, caller, header }: Pick<OperationRequest, 'change' | 'caller' | 'header'>,
  id: string,
  property: UnitProperty,
): Promise<boolean> {
  const { exists, expected } = requiredBy(header);
  const input = { caller, id, property };
  const add = async () => {
    try {
      await change('units.add_property', input);
      return true;
    } catch (error) {
      if (isProblem(error, 'already_exists')) return false;
      throw error;
    }
  };
  if (exists === false) {
    if (await add()) return true;
    throw wrongExistence(true);
  }
  try {
    await change('units.update_property', { caller, id, property, expected });
    return false;
  } catch (error) {
    if (exists || !isProblem(error, 'not_found')) throw error;
  }
  // There is no such unit, or no such property.
  if (await add()) return true;
  // Another request has added it meanwhile.
  await change('units.update_property', input);
  return false;
}

/** Throws the problem of a value that could not be stored. Nothing is: no version of the property is the right one. */
async function tryProperty(
  { units, caller }: Pick<OperationRequest, 'units' | 'caller'>,
  id: string,
  property: UnitProperty,
): Promise<void> {
  try {
    await units('units.update_property', { caller, id, property, expected: [] });
  } catch (error) {
    if (!isProblem(error, 'precondition_failed')) throw error;
  }
}

const isProblem = (error: unknown, code: ProblemCode): boolean =>
  error instanceof Problem && error.code === code;

type NewProperty = Input<UnitsContract, 'units.add_property'>;

/**
 * Adds a property to a unit. In the repetition of a request, a property that is there already with this
 * value was added by an earlier attempt.
 */
export async function addProperty(
  { units, isRepetition }: Pick<OperationRequest, 'units' | 'isRepetition'>,
  input: NewProperty,
  add = async (input: NewProperty): Promise<unknown> => units('units.add_property', input),
): Promise<void> {
  try {
    await add(input);
  } catch (error) {
    if (!isRepetition || !isProblem(error, 'already_exists')) throw error;
    const { caller, id, property } = input;
    const existing = await units('units.property', { caller, id, name: property.name });
    if (JSON.stringify(existing.value) !== JSON.stringify(property.value)) throw error;
  }
}
