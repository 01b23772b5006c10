import { isDeepStrictEqual } from 'node:util';
import type { Reply, Request } from './requests.js';
import type { World } from './world.js';

/** Repeats an answered request, which must change neither the state nor the answer. */
export async function replay(
  { sender, model }: Pick<World, 'sender' | 'model'>,
  request: Request,
  reply: Reply,
): Promise<Reply> {
  const again = await sender.send({ ...request, isRepeated: true });
  if (again.status !== undefined && !isDeepStrictEqual(essenceOf(again), essenceOf(reply))) {
    const [first, second] = [reply, again].map((one) => JSON.stringify(essenceOf(one)));
    const { method, path } = request;
    model.violations.push(`${method} ${path} was answered ${first}, and repeated ${second}`);
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
