import { randomUUID } from 'node:crypto';
import { absent, present, type Fact } from './model.js';
import {
  change,
  changing,
  creating,
  isAbsent,
  isThere,
  operation,
  removing,
  type Context,
  type Operation,
} from './operation.js';
import type { Entity } from './world.js';

/** The property with the label, which every unit has from its creation. */
export const labelProperty = 'label';

export const propertyFact = ({ label }: Entity, name: string): Fact => ({
  kind: 'property',
  of: [label],
  name,
});
export const childFact = (parent: Entity, child: Entity): Fact => ({
  kind: 'child',
  of: [parent.label, child.label],
});
const subjectFact = ({ label }: Entity, name: string): Fact => ({
  kind: 'subject',
  of: [label],
  name,
});

export const propertyNames = ['floor', 'area', 'color', 'usage'];
/** The subjects that units and things get. */
export const subjects = ['ann', 'ben', 'eva', 'tom'];

export const newUnit = (label: string) => ({
  name: `Unit ${label}`,
  type: 'room',
  properties: [{ name: labelProperty, value: label }],
});

/** Conditions on whether a property existed before, by the status of the request that sets it. */
export const implies = {
  POST: { 201: isAbsent, 409: isThere },
  PUT: { 204: isThere, 404: isAbsent },
};

const setProperty = (method: 'POST' | 'PUT', accepted: number): Operation =>
  changing(3, ['unit'], (random, unit) => {
    const name = random.pick(propertyNames);
    const value = randomUUID();
    return {
      method,
      path: `/units/${unit.id}/properties`,
      body: { name, value },
      fact: propertyFact(unit, name),
      value,
      accepted,
      implies: implies[method],
    };
  });

/** Makes the first unit a parent of the second. */
const link = (context: Context, parent: Entity, child: Entity) =>
  change(context, {
    method: 'POST',
    path: `/units/${child.id}/parents`,
    body: { id: parent.id },
    fact: childFact(parent, child),
    value: present,
    accepted: 201,
  });

const unlink = (context: Context, parent: Entity, child: Entity) =>
  change(context, {
    method: 'DELETE',
    path: `/units/${parent.id}/children/${child.id}`,
    fact: childFact(parent, child),
    value: absent,
    accepted: 204,
    alreadySo: 404,
  });

export const unitOperations: Operation[] = [
  creating('unit', { weight: 5 }, (label) => ({ path: '/units', body: newUnit(label) })),
  removing('unit', { weight: 1.5 }, ({ id }) => ({ path: `/units/${id}` })),
  setProperty('POST', 201),
  setProperty('PUT', 204),
  changing(2, ['unit'], (random, unit) => {
    const name = random.pick(propertyNames);
    return {
      method: 'DELETE',
      path: `/units/${unit.id}/properties/${name}`,
      fact: propertyFact(unit, name),
      value: absent,
      accepted: 200,
      alreadySo: 404,
    };
  }),
  operation(4, ['unit', 'unit'], async (...args) => [await link(...args)]),
  // Two links that would form a cycle, of which at most one can succeed.
  operation(2, ['unit', 'unit'], (context, one, other) =>
    Promise.all([link(context, one, other), link(context, other, one)]),
  ),
  operation(2, ['unit', 'unit'], async (...args) => [await unlink(...args)]),
  // A move of a unit from one parent to another.
  operation(2, ['unit', 'unit', 'unit'], async (context, from, to, child) => [
    await unlink(context, from, child),
    await link(context, to, child),
  ]),
  changing(2, ['unit'], (random, unit) => {
    const id = random.pick(subjects);
    return {
      method: 'POST',
      path: `/units/${unit.id}/subjects`,
      body: { id },
      fact: subjectFact(unit, id),
      value: present,
      accepted: 201,
    };
  }),
  changing(1, ['unit'], (random, unit) => {
    const id = random.pick(subjects);
    return {
      method: 'DELETE',
      path: `/units/${unit.id}/subjects/${id}`,
      fact: subjectFact(unit, id),
      value: absent,
      accepted: 204,
      alreadySo: 404,
    };
  }),
];
