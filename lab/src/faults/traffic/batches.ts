import { randomUUID } from 'node:crypto';
import { present } from './model.js';
import { isAbsent, isThere, note, post, type Change, type Context } from './operation.js';
import type { Operation } from './operation.js';
import type { Reply } from './requests.js';
import { childFact, newUnit, propertyFact, propertyNames, unitFact } from './units.js';
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

const createUnits: Operation = {
  weight: 1,
  kinds: [],
  async run(context) {
    const { world, random } = context;
    const labels = Array.from({ length: random.integer(2, 4) }, () => world.newLabel('unit'));
    const { reply, results } = await sendBatch(
      context,
      '/units/batch',
      labels.map((label) => ({
        item: newUnit(label),
        change: { fact: unitFact({ label }), value: present, accepted: 201 },
      })),
    );
    labels.forEach((label, index) => {
      const { status, id } = results[index] ?? {};
      if (status === 201) world.entities.set(label, { label, id: id! });
    });
    return [reply];
  },
};

const link = (parent: Entity, child: Entity): Item => ({
  item: { unit: child.id, parent: parent.id },
  change: { fact: childFact(parent, child), value: present, accepted: 201 },
});

/** Adds links of which two would form a cycle. */
const linkUnits: Operation = {
  weight: 1.5,
  kinds: ['unit', 'unit', 'unit'],
  async run(context, one, other, third) {
    const items = [link(one!, other!), link(other!, one!), link(other!, third!)];
    return [(await sendBatch(context, '/units/links/batch', items)).reply];
  },
};

const setProperties: Operation = {
  weight: 1.5,
  kinds: ['unit', 'unit'],
  async run(context, one, other) {
    const name = context.random.pick(propertyNames);
    const value = randomUUID();
    const items: Item[] = [
      {
        item: { unit: one!.id, name, value },
        change: {
          fact: propertyFact(one!, name),
          value,
          accepted: 201,
          implies: { 201: isAbsent, 409: isThere },
        },
      },
      {
        item: { unit: other!.id, name, value, method: 'PUT' },
        change: {
          fact: propertyFact(other!, name),
          value,
          accepted: 204,
          implies: { 204: isThere, 404: isAbsent },
        },
      },
    ];
    return [(await sendBatch(context, '/units/properties/batch', items)).reply];
  },
};

export const batchOperations: Operation[] = [createUnits, linkUnits, setProperties];
