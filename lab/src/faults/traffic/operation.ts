import { randomUUID } from 'node:crypto';
import type { Random } from '../random.js';
import { absent, type Fact, type Kind, type Model } from './model.js';
import { replay } from './replay.js';
import type { Reply, Request } from './requests.js';
import type { Entity, World } from './world.js';

/** One kind of thing that the traffic does. */
export interface Operation {
  /** How often it is done, relative to the others. */
  weight: number;
  /** The entities that it changes, which are held meanwhile. */
  kinds: readonly Kind[];
  run(context: Context, ...held: Entity[]): Promise<Reply[]>;
}

export interface Context {
  world: World;
  random: Random;
}

/** A change of one fact that a request, or an item of a batch, asks for. */
export interface Change {
  fact: Fact;
  value: string;
  /** The status with which it is accepted. */
  accepted: number;
  /** The status that says that there was nothing to do, as the second time that something is deleted. */
  alreadySo?: number;
  /** What the fact must have been before, by the statuses that say so. */
  implies?: Readonly<Record<number, (value: string) => boolean>>;
}

/** Most callers repeat what failed; the others leave it as it is. */
const repeating = 0.7;

/** How often an answered request is sent once more, with its `Idempotency-Key`. */
const replaying = 0.1;

/** Sends a request and notes in the model what has become of the change. */
export async function change(
  context: Context,
  request: Omit<Request, 'isRepeated' | 'key'>,
  asked: Change,
): Promise<Reply> {
  if (request.method === 'POST') {
    const accepted = ({ status }: Reply) => status === asked.accepted;
    const reply = await post(context, request, accepted);
    note(context.world.model, asked, { ...reply, isRepetition: false });
    return reply;
  }
  const isRepeated = context.random.chance(repeating);
  const reply = await context.world.sender.send({ ...request, isRepeated });
  note(context.world.model, asked, reply);
  return reply;
}

/** Sends a POST request with an `Idempotency-Key`, and now and then once more when it was accepted. */
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

/** Notes what has become of a change; a repetition may have found what an earlier attempt has done. */
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
