import { randomUUID } from 'node:crypto';
import { range } from '../../numbers.js';
import { present } from './model.js';
import { note, operation, post, type Change, type Context, type Operation } from './operation.js';
import type { Reply } from './requests.js';
import { childFact, implies, newUnit, propertyFact, propertyNames } from './units.js';
import type { Entity } from './world.js';

/** An item of a batch and the change that it requests. */
interface Item {
  item: unknown;
  change: Change;
}

interface Result {
  status: number;
  id?: string;
}

/** An invalid item. */
const invalid = { type: 'room' };

/** Sends a batch with an additional invalid item, and records the outcome of each item. */
async function sendBatch(
  context: Context,
  path: string,
  items: readonly Item[],
): Promise<{ reply: Reply; results: readonly Result[] }> {
  const { model } = context.world;
  const body = { items: [...items.map(({ item }) => item), invalid] };
  const reply = await post(context, { method: 'POST', path, body }, haveAllSucceeded);
  const results = reply.status === 200 ? (reply.body.results as Result[]) : [];
  items.forEach(({ change }, index) => {
    const status = results[index]?.status;
    const isKnown = status !== undefined && status < 500 && status !== 429;
    note(model, change, { status: isKnown ? status : undefined, isRepetition: false });
  });
  const refused = results.at(items.length)?.status ?? 400;
  const isWhole = reply.status === undefined || results.length === body.items.length;
  if (!isWhole || refused !== 400) {
    model.violations.push(`${path} was answered ${reply.status} ${JSON.stringify(results)}`);
  }
  return { reply, results };
}

/** Whether all items but the invalid one have succeeded. */
const haveAllSucceeded = ({ status, body }: Reply): boolean =>
  status === 200 && (body.results as Result[]).slice(0, -1).every((one) => one.status < 300);

const link = (parent: Entity, child: Entity): Item => ({
  item: { unit: child.id, parent: parent.id },
  change: { fact: childFact(parent, child), value: present, accepted: 201 },
});

const setProperty = (unit: Entity, name: string, method: 'POST' | 'PUT'): Item => {
  const value = randomUUID();
  const accepted = method === 'POST' ? 201 : 204;
  return {
    item: { unit: unit.id, name, value, ...(method === 'PUT' && { method }) },
    change: { fact: propertyFact(unit, name), value, accepted, implies: implies[method] },
  };
};

export const batchOperations: Operation[] = [
  operation(1, [], async (context) => {
    const { world, random } = context;
    const labels = range(random.integer(2, 4)).map(() => world.newLabel('unit'));
    const items = labels.map((label): Item => ({
      item: newUnit(label),
      change: { fact: { kind: 'unit', of: [label] }, value: present, accepted: 201 },
    }));
    const { reply, results } = await sendBatch(context, '/units/batch', items);
    labels.forEach((label, index) => {
      const { status, id } = results[index] ?? {};
      if (status === 201) world.entities.set(label, { label, id: id! });
    });
    return [reply];
  }),
  // Links of which two would form a cycle.
  operation(1.5, ['unit', 'unit', 'unit'], async (context, one, other, third) => {
    const items = [link(one, other), link(other, one), link(other, third)];
    return [(await sendBatch(context, '/units/links/batch', items)).reply];
  }),
  operation(1.5, ['unit', 'unit'], async (context, one, other) => {
    const name = context.random.pick(propertyNames);
    const items = [setProperty(one, name, 'POST'), setProperty(other, name, 'PUT')];
    return [(await sendBatch(context, '/units/properties/batch', items)).reply];
  }),
];
