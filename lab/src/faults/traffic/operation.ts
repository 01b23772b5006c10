import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../random.js';
import { absent, present, type Fact, type Kind, type Model } from './model.js';
import type { Reply, Request } from './requests.js';
import type { Entity, World } from './world.js';

export interface Operation {
  /** Frequency relative to the other operations. */
  weight: number;
  /** The entities that it changes, which are locked meanwhile. */
  kinds: readonly Kind[];
  run(context: Context, entities: readonly Entity[]): Promise<Reply[]>;
}

export interface Context {
  world: World;
  random: Random;
}

/** A change of one fact by a request or an item of a batch. */
export interface Change {
  fact: Fact;
  value: string;
  accepted: number;
  /** Status that reports that the change was made before, as for a second deletion. */
  alreadySo?: number;
  /** Conditions on the previous value of the fact, by status. */
  implies?: Readonly<Record<number, (value: string) => boolean>>;
}

type ChangeRequest = Request & Change;

type Entities<Kinds extends readonly Kind[]> = { [Index in keyof Kinds]: Entity };

/** Declares an operation, whose function gets an entity of each kind. */
export const operation = <const Kinds extends readonly Kind[]>(
  weight: number,
  kinds: Kinds,
  run: (context: Context, ...entities: Entities<Kinds>) => Promise<Reply[]>,
): Operation => ({
  weight,
  kinds,
  run: (context, entities) => run(context, ...(entities as Entities<Kinds>)),
});

/** Declares an operation of one request that changes one fact. */
export const changing = <const Kinds extends readonly Kind[]>(
  weight: number,
  kinds: Kinds,
  requestOf: (random: Random, ...entities: Entities<Kinds>) => ChangeRequest,
): Operation =>
  operation(weight, kinds, async (context, ...entities) => [
    await change(context, requestOf(context.random, ...entities)),
  ]);

/** Declares an operation that creates an entity, unless there are `max`. */
export const creating = (
  kind: Kind,
  { weight, max = Infinity }: { weight: number; max?: number },
  requestOf: (label: string, random: Random) => Omit<Request, 'method'>,
): Operation =>
  operation(weight, [], async (context) => {
    const { world, random } = context;
    if (world.count(kind) >= max) return [];
    const label = world.newLabel(kind);
    const reply = await change(context, {
      method: 'POST',
      ...requestOf(label, random),
      fact: { kind, of: [label] },
      value: present,
      accepted: 201,
    });
    if (reply.status === 201) {
      const id = String(reply.body.id ?? reply.body.client_id).replace('urn:uuid:', '');
      world.entities.set(label, { label, id });
    }
    return [reply];
  });

/** Declares an operation that removes an entity; `isSureToEnd` if a removal continues after any answer. */
export const removing = (
  kind: Kind,
  { weight, isSureToEnd = false }: { weight: number; isSureToEnd?: boolean },
  requestOf: (entity: Entity) => Pick<Request, 'path' | 'subject'>,
): Operation =>
  operation(weight, [kind], async (context, entity) => {
    const reply = await change(context, {
      method: 'DELETE',
      ...requestOf(entity),
      fact: { kind, of: [entity.label] },
      value: absent,
      accepted: 204,
      alreadySo: 404,
    });
    if (isSureToEnd || reply.status !== undefined) context.world.entities.delete(entity.label);
    return [reply];
  });

/** Share of callers that repeat failed requests. */
const repeating = 0.7;

/** Share of answered requests that are repeated with their `Idempotency-Key`. */
const replaying = 0.1;

export async function change(
  context: Context,
  { fact, value, accepted, alreadySo, implies, ...request }: ChangeRequest,
): Promise<Reply> {
  const { world, random } = context;
  const isPost = request.method === 'POST';
  const reply = isPost
    ? await post(context, request, ({ status }) => status === accepted)
    : await world.sender.send({ ...request, isRepeated: random.chance(repeating) });
  const isRepetition = reply.isRepetition && !isPost;
  note(world.model, { fact, value, accepted, alreadySo, implies }, { ...reply, isRepetition });
  return reply;
}

/** Sends a POST request with an `Idempotency-Key`, and sometimes repeats it after it was accepted. */
export async function post(
  { world, random }: Context,
  request: Request,
  isAccepted: (reply: Reply) => boolean,
): Promise<Reply> {
  const keyed = { ...request, key: randomUUID() };
  const reply = await world.sender.send({ ...keyed, isRepeated: random.chance(repeating) });
  if (!isAccepted(reply) || !random.chance(replaying)) return reply;
  const { mayLinger } = await replay(world, keyed, reply);
  return { ...reply, mayLinger: reply.mayLinger || mayLinger };
}

/** Repeats an answered request, which must change neither the state nor the answer. */
async function replay({ sender, model }: World, request: Request, reply: Reply): Promise<Reply> {
  const again = await sender.send({ ...request, isRepeated: true });
  const [first, second] = [essenceOf(reply), essenceOf(again)];
  if (again.status !== undefined && !isDeepStrictEqual(first, second)) {
    const answers = [first, second].map((answer) => JSON.stringify(answer)).join(', and repeated ');
    model.violations.push(`${request.method} ${request.path} was answered ${answers}`);
  }
  return again;
}

/** Returns the part of an answer that a repetition must have, even if the first answer could not be stored. */
const essenceOf = ({ status, body }: Reply): unknown[] => [
  status,
  body?.results?.map(({ status, id }: { status: number; id?: string }) => [status, id]) ??
    body?.client_id ??
    body?.id,
];

/** Records the outcome of a change. A repetition may have met the effect of an earlier attempt. */
export function note(
  model: Model,
  { fact, value, accepted, alreadySo, implies = {} }: Change,
  { status, isRepetition }: Pick<Reply, 'status' | 'isRepetition'>,
): void {
  if (status === undefined) return model.doubt(fact, value);
  const isImplied = status === alreadySo ? (known: string) => known === value : implies[status];
  if (isImplied && !isRepetition) model.requirePossible(fact, isImplied, String(status));
  if (status === accepted || status === alreadySo) model.accept(fact, value);
  else if (status >= 400 && isRepetition) model.doubt(fact, value);
}

export const isAbsent = (value: string): boolean => value === absent;
export const isThere = (value: string): boolean => value !== absent;
