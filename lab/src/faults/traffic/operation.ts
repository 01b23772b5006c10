import { randomUUID } from 'node:crypto';
import type { Random } from '../random.js';
import { absent, type Fact, type Kind, type Model } from './model.js';
import { replay } from './replay.js';
import type { Reply, Request } from './requests.js';
import type { Entity, World } from './world.js';

/** A kind of operation of the traffic. */
export interface Operation {
  /** Frequency relative to the other operations. */
  weight: number;
  /** The entities that it changes, which are locked meanwhile. */
  kinds: readonly Kind[];
  run(context: Context, ...entities: Entity[]): Promise<Reply[]>;
}

export interface Context {
  world: World;
  random: Random;
}

/** A change of one fact by a request or an item of a batch. */
export interface Change {
  fact: Fact;
  value: string;
  /** Status of success. */
  accepted: number;
  /** Status that reports that the change was made before, as for a second deletion. */
  alreadySo?: number;
  /** Conditions on the previous value of the fact, by status. */
  implies?: Readonly<Record<number, (value: string) => boolean>>;
}

/** Share of callers that repeat failed requests. */
const repeating = 0.7;

/** Share of answered requests that are repeated with their `Idempotency-Key`. */
const replaying = 0.1;

/** Sends a request and records the outcome of its change in the model. */
export async function change(
  context: Context,
  request: Omit<Request, 'isRepeated' | 'key'>,
  requested: Change,
): Promise<Reply> {
  if (request.method === 'POST') {
    const accepted = ({ status }: Reply) => status === requested.accepted;
    const reply = await post(context, request, accepted);
    note(context.world.model, requested, { ...reply, isRepetition: false });
    return reply;
  }
  const isRepeated = context.random.chance(repeating);
  const reply = await context.world.sender.send({ ...request, isRepeated });
  note(context.world.model, requested, reply);
  return reply;
}

/** Sends a POST request with an `Idempotency-Key`, and sometimes repeats it after it was accepted. */
export async function post(
  { world, random }: Context,
  request: Omit<Request, 'isRepeated' | 'key'>,
  isAccepted: (reply: Reply) => boolean,
): Promise<Reply> {
  const keyed = { ...request, key: randomUUID() };
  const reply = await world.sender.send({ ...keyed, isRepeated: random.chance(repeating) });
  if (!isAccepted(reply) || !random.chance(replaying)) return reply;
  const { mayLinger } = await replay(world, keyed, reply);
  return { ...reply, mayLinger: reply.mayLinger || mayLinger };
}

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
