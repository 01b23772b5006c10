import { randomUUID } from 'node:crypto';
import { actions, type RequestedAction } from './action.js';
import { post, type Operation } from './operation.js';
import type { Reply } from './requests.js';

const act: Operation = {
  weight: 4,
  kinds: ['thing'],
  async run(context, thing) {
    const name = context.random.pick(['open', 'close'] as const);
    const token = randomUUID();
    const path = `/things/${thing!.id}/actions/${name}`;
    const request = { method: 'POST', path, body: { token } } as const;
    const reply = await post(context, request, ({ status }) => status === 200);
    context.world.actions.push({
      token,
      isIdempotent: actions[name].idempotent,
      answered: answeredBy(reply),
      ...(reply.status === 202 && { interaction: `/interactions/${reply.body.id}` }),
    });
    return [reply];
  },
};

function answeredBy({ status }: Reply): RequestedAction['answered'] {
  if (status === undefined) return 'unknown';
  if (status === 200) return 'performed';
  return status === 202 ? 'accepted' : 'refused';
}

export const actionOperations: Operation[] = [act];
