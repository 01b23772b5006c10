import { randomUUID } from 'node:crypto';
import { absent, present, type Fact } from './model.js';
import { changing, creating, operation, post, removing, type Operation } from './operation.js';
import type { Reply } from './requests.js';
import { subjects } from './units.js';
import type { Entity, RequestedAction } from './world.js';

/** The property that is written. */
export const level = 'level';
const maxLevel = 1_000_000;
const maxThings = 20;

/** The actions of the app's things, one of them idempotent. */
const actions = { open: { idempotent: false }, close: { idempotent: true } };

const requestAction = operation(4, ['thing'], async (context, thing) => {
  const name = context.random.pick(['open', 'close'] as const);
  const token = randomUUID();
  const path = `/things/${thing.id}/actions/${name}`;
  const request = { method: 'POST', path, body: { token } } as const;
  const reply = await post(context, request, ({ status }) => status === 200);
  context.world.actions.push({
    token,
    isIdempotent: actions[name].idempotent,
    answered: answeredBy(reply),
    ...(reply.status === 202 && { interaction: `/interactions/${reply.body.id}` }),
  });
  return [reply];
});

function answeredBy({ status }: Reply): RequestedAction['answered'] {
  if (status === undefined) return 'unknown';
  if (status === 200) return 'performed';
  return status === 202 ? 'accepted' : 'refused';
}

const referenceFact = (unit: Entity, thing: Entity): Fact => ({
  kind: 'reference',
  of: [unit.label, thing.label],
});

export const thingOperations: Operation[] = [
  // The title of a thing is its label.
  creating('thing', { weight: 2, max: maxThings }, (label, random) => ({
    path: '/things',
    subject: random.pick(subjects),
    body: { title: label, properties: { [level]: { type: 'integer' } }, actions },
  })),
  removing('thing', { weight: 0.8 }, ({ id }) => ({ path: `/things/${id}` })),
  changing(3, ['thing'], (random, thing) => {
    const value = random.integer(0, maxLevel);
    return {
      method: 'PUT',
      path: `/things/${thing.id}/properties/${level}`,
      body: value,
      fact: { kind: 'value', of: [thing.label], name: level },
      value: String(value),
      accepted: 204,
    };
  }),
  changing(3, ['unit', 'thing'], (_random, unit, thing) => ({
    method: 'POST',
    path: `/units/${unit.id}/things`,
    body: { id: thing.id },
    fact: referenceFact(unit, thing),
    value: present,
    accepted: 201,
  })),
  changing(1.5, ['unit', 'thing'], (_random, unit, thing) => ({
    method: 'DELETE',
    path: `/units/${unit.id}/things`,
    body: { id: thing.id },
    fact: referenceFact(unit, thing),
    value: absent,
    accepted: 204,
    alreadySo: 404,
  })),
  requestAction,
];
