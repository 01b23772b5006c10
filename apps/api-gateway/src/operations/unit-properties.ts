import {
  Problem,
  unitsContract,
  versionOf,
  type Input,
  type UnitProperty,
  type UnitsContract,
} from '@trellis/contracts';
import { z } from 'zod';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation, type OperationRequest } from '../http/operation.js';
import { unitPropertyResource } from '../resources/unit.js';

const read = { tag: 'Units', access: 'svc.units.read', subject: 'optional' } as const;
const admin = { tag: 'Units', access: 'svc.units.admin', subject: 'optional' } as const;

const path = '/api/v1/units/:id/properties';
const namedPath = '/api/v1/units/:id/properties/:name';

const touches = ({ name }: UnitProperty) => ({ ids: [name] });

export const unitPropertyOperations: Operation[] = [
  operation({
    ...read,
    method: 'get',
    path,
    summary: 'Get properties',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: z.array(unitPropertyResource),
    async handle({ units, caller, params, query, hrefs, url }) {
      const input = { caller, id: params.id, page: pageOf(query) };
      const page = await units('units.properties', input);
      return listAnswer(page, { base: hrefs.base, url }, (item) => item);
    },
  }),
  operation({
    ...admin,
    method: 'post',
    path,
    summary: 'Add property',
    body: unitPropertyResource,
    touches,
    status: 201,
    answer: unitPropertyResource,
    problems: unitsContract.calls['units.add_property'].problems,
    async handle({ params, body, ...request }) {
      const input = { caller: request.caller, id: params.id, property: body };
      await addProperty(request, input, (input) => request.change('units.add_property', input));
      return { body, headers: { Location: request.hrefs.unitProperty(params.id, body.name) } };
    },
  }),
  operation({
    ...admin,
    method: 'put',
    path,
    summary: 'Update property',
    description: 'The name selects the property.',
    body: unitPropertyResource,
    touches,
    status: 204,
    problems: unitsContract.calls['units.update_property'].problems,
    async handle({ change, caller, params, body }) {
      await change('units.update_property', { caller, id: params.id, property: body });
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: namedPath,
    summary: 'Get property',
    status: 200,
    answer: unitPropertyResource,
    hasVersion: true,
    async handle({ units, caller, params: { id, name } }) {
      const property = await units('units.property', { caller, id, name });
      return { body: property, etag: versionOf(property) };
    },
  }),
  operation({
    ...admin,
    method: 'delete',
    path: namedPath,
    summary: 'Delete property',
    status: 200,
    answer: unitPropertyResource,
    async handle({ change, caller, params }) {
      const input = { caller, id: params.id, name: params.name };
      return { body: await change('units.remove_property', input) };
    },
  }),
];

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
    const isInTheWay = error instanceof Problem && error.code === 'already_exists';
    if (!isRepetition || !isInTheWay) throw error;
    const { caller, id, property } = input;
    const existing = await units('units.property', { caller, id, name: property.name });
    if (JSON.stringify(existing.value) !== JSON.stringify(property.value)) throw error;
  }
}
