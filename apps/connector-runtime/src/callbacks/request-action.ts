import { Problem } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type { ActionRequest, Runtime } from '../runtime.js';

/**
 * Has the callback of an app asked for an action of one of its things. The delivery has the id of the
 * interaction, so that a request that comes twice is sent once.
 */
export async function requestAction(runtime: Runtime, request: ActionRequest): Promise<void> {
  const { id, developer, app, subject, thing, action, input, idempotent } = request;
  const { database, sealing, deliveries } = runtime;
  const callback = await database.callback.findUnique({
    where: { developer_app: { developer, app } },
  });
  if (!callback) {
    throw new Problem('no_callback', 'The app that made it has registered no callback address.');
  }
  const type = 'action_requested';
  const data = { interaction_id: id, thing_id: thing, subject, action, input };
  try {
    await database.delivery.create({
      data: {
        id,
        callbackKey: callback.key,
        type,
        payload: sealing.seal({ type, timestamp: new Date().toISOString(), data }),
        interactionId: id,
        idempotent,
      },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  await deliveries.add(id, { delivery: id });
}
