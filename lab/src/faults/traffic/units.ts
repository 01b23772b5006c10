import { randomUUID } from 'node:crypto';
import { absent, present, type Fact } from './model.js';
import { change, isAbsent, isThere, type Context, type Operation } from './operation.js';
import type { Entity } from './world.js';

/** The property with the label, which every unit has from its creation. */
export const labelProperty = 'label';

export const unitFact = ({ label }: Pick<Entity, 'label'>): Fact => ({ kind: 'unit', of: [label] });
export const propertyFact = ({ label }: Entity, name: string): Fact => ({
  kind: 'property',
  of: [label],
  name,
});
export const childFact = (parent: Entity, child: Entity): Fact => ({
  kind: 'child',
  of: [parent.label, child.label],
});

export const propertyNames = ['floor', 'area', 'color', 'usage'];
/** The subjects that units and things get. */
export const subjects = ['ann', 'ben', 'eva', 'tom'];

/** Returns the body of a new unit. */
export const newUnit = (label: string) => ({
  name: `Unit ${label}`,
  type: 'room',
  properties: [{ name: labelProperty, value: label }],
});

const create: Operation = {
  weight: 5,
  kinds: [],
  async run(context) {
    const { world } = context;
    const label = world.newLabel('unit');
    const body = newUnit(label);
    const fact = unitFact({ label });
    const reply = await change(
      context,
      { method: 'POST', path: '/units', body },
      { fact, value: present, accepted: 201 },
    );
    if (reply.status === 201) world.entities.set(label, { label, id: reply.body.id });
    return [reply];
  },
};

const remove: Operation = {
  weight: 1.5,
  kinds: ['unit'],
  async run(context, unit) {
    const reply = await change(
      context,
      { method: 'DELETE', path: `/units/${unit!.id}` },
      { fact: unitFact(unit!), value: absent, accepted: 204, alreadySo: 404 },
    );
    if (reply.status !== undefined) context.world.entities.delete(unit!.label);
    return [reply];
  },
};

/** Creates an operation that sets a property; `implies` derives from the status whether the property existed. */
const setProperty = (
  method: 'POST' | 'PUT',
  accepted: number,
  implies: Record<number, typeof isThere>,
): Operation => ({
  weight: 3,
  kinds: ['unit'],
  async run(context, unit) {
    const name = context.random.pick(propertyNames);
    const value = randomUUID();
    return [
      await change(
        context,
        { method, path: `/units/${unit!.id}/properties`, body: { name, value } },
        { fact: propertyFact(unit!, name), value, accepted, implies },
      ),
    ];
  },
});

const addProperty = setProperty('POST', 201, { 201: isAbsent, 409: isThere });
const updateProperty = setProperty('PUT', 204, { 204: isThere, 404: isAbsent });

const removeProperty: Operation = {
  weight: 2,
  kinds: ['unit'],
  async run(context, unit) {
    const name = context.random.pick(propertyNames);
    const path = `/units/${unit!.id}/properties/${name}`;
    const fact = propertyFact(unit!, name);
    const reply = await change(
      context,
      { method: 'DELETE', path },
      { fact, value: absent, accepted: 200, alreadySo: 404 },
    );
    return [reply];
  },
};

/** Makes the first unit a parent of the second. */
const link = (context: Context, parent: Entity, child: Entity) =>
  change(
    context,
    { method: 'POST', path: `/units/${child.id}/parents`, body: { id: parent.id } },
    { fact: childFact(parent, child), value: present, accepted: 201 },
  );

const unlink = (context: Context, parent: Entity, child: Entity) =>
  change(
    context,
    { method: 'DELETE', path: `/units/${parent.id}/children/${child.id}` },
    { fact: childFact(parent, child), value: absent, accepted: 204, alreadySo: 404 },
  );

const addLink: Operation = {
  weight: 4,
  kinds: ['unit', 'unit'],
  run: async (context, parent, child) => [await link(context, parent!, child!)],
};

/** Adds two links that would form a cycle, of which at most one can succeed. */
const addOpposedLinks: Operation = {
  weight: 2,
  kinds: ['unit', 'unit'],
  run: (context, one, other) =>
    Promise.all([link(context, one!, other!), link(context, other!, one!)]),
};

const removeLink: Operation = {
  weight: 2,
  kinds: ['unit', 'unit'],
  run: async (context, parent, child) => [await unlink(context, parent!, child!)],
};

/** Moves a unit from one parent to another. */
const move: Operation = {
  weight: 2,
  kinds: ['unit', 'unit', 'unit'],
  run: async (context, from, to, child) => [
    await unlink(context, from!, child!),
    await link(context, to!, child!),
  ],
};

const addSubject: Operation = {
  weight: 2,
  kinds: ['unit'],
  async run(context, unit) {
    const id = context.random.pick(subjects);
    const fact: Fact = { kind: 'subject', of: [unit!.label], name: id };
    return [
      await change(
        context,
        { method: 'POST', path: `/units/${unit!.id}/subjects`, body: { id } },
        { fact, value: present, accepted: 201 },
      ),
    ];
  },
};

const removeSubject: Operation = {
  weight: 1,
  kinds: ['unit'],
  async run(context, unit) {
    const id = context.random.pick(subjects);
    const fact: Fact = { kind: 'subject', of: [unit!.label], name: id };
    return [
      await change(
        context,
        { method: 'DELETE', path: `/units/${unit!.id}/subjects/${id}` },
        { fact, value: absent, accepted: 204, alreadySo: 404 },
      ),
    ];
  },
};

export const unitOperations: Operation[] = [
  create,
  remove,
  addProperty,
  updateProperty,
  removeProperty,
  addLink,
  addOpposedLinks,
  removeLink,
  move,
  addSubject,
  removeSubject,
];
