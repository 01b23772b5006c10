import { actions } from './action.js';
import { absent, present, type Fact } from './model.js';
import { change, type Operation } from './operation.js';
import { subjects } from './units.js';
import type { Entity } from './world.js';

/** The property that is written. */
export const level = 'level';

/** Returns the body of a new thing, whose title is its label. */
const newThing = (title: string) => ({
  title,
  properties: { [level]: { type: 'integer' } },
  actions,
});

const maxThings = 20;
const maxLevel = 1_000_000;

const thingFact = ({ label }: Pick<Entity, 'label'>): Fact => ({ kind: 'thing', of: [label] });

const create: Operation = {
  weight: 2,
  kinds: [],
  async run(context) {
    const { world, random } = context;
    if (world.count('thing') >= maxThings) return [];
    const label = world.newLabel('thing');
    const reply = await change(
      context,
      { method: 'POST', path: '/things', subject: random.pick(subjects), body: newThing(label) },
      { fact: thingFact({ label }), value: present, accepted: 201 },
    );
    if (reply.status === 201) {
      const id = (reply.body.id as string).replace('urn:uuid:', '');
      world.entities.set(label, { label, id });
    }
    return [reply];
  },
};

const remove: Operation = {
  weight: 0.8,
  kinds: ['thing'],
  async run(context, thing) {
    const reply = await change(
      context,
      { method: 'DELETE', path: `/things/${thing!.id}` },
      { fact: thingFact(thing!), value: absent, accepted: 204, alreadySo: 404 },
    );
    if (reply.status !== undefined) context.world.entities.delete(thing!.label);
    return [reply];
  },
};

const write: Operation = {
  weight: 3,
  kinds: ['thing'],
  async run(context, thing) {
    const value = context.random.integer(0, maxLevel);
    const path = `/things/${thing!.id}/properties/${level}`;
    const fact: Fact = { kind: 'value', of: [thing!.label], name: level };
    return [
      await change(
        context,
        { method: 'PUT', path, body: value },
        { fact, value: String(value), accepted: 204 },
      ),
    ];
  },
};

const referenceFact = (unit: Entity, thing: Entity): Fact => ({
  kind: 'reference',
  of: [unit.label, thing.label],
});

const addReference: Operation = {
  weight: 3,
  kinds: ['unit', 'thing'],
  run: async (context, unit, thing) => [
    await change(
      context,
      { method: 'POST', path: `/units/${unit!.id}/things`, body: { id: thing!.id } },
      { fact: referenceFact(unit!, thing!), value: present, accepted: 201 },
    ),
  ],
};

const removeReference: Operation = {
  weight: 1.5,
  kinds: ['unit', 'thing'],
  run: async (context, unit, thing) => [
    await change(
      context,
      { method: 'DELETE', path: `/units/${unit!.id}/things`, body: { id: thing!.id } },
      { fact: referenceFact(unit!, thing!), value: absent, accepted: 204, alreadySo: 404 },
    ),
  ],
};

export const thingOperations: Operation[] = [create, remove, write, addReference, removeReference];
