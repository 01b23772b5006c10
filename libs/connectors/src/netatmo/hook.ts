import {
  isSigned,
  Rejected,
  type DeviceEvent,
  type Hook,
  type HookReport,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { send, type Command, type Context } from './api.js';
import { elements, id, maybe, parseEach } from './lenient.js';
import { securityEvents } from './security/kinds.js';

/** One event; an outdoor camera sends several together. */
const told = z.looseObject({
  event_type: maybe(z.string()),
  /** In place of `event_type`, where several come together. */
  type: maybe(z.string()),
  message: maybe(z.string()),
  persons: elements,
});

/** What Netatmo sends (dev.netatmo.com, "Webhooks"). */
const notification = told.extend({
  event_id: maybe(z.string()),
  /** Such as `NACamera-movement`, and `webhook_activation` once an address was registered. */
  push_type: maybe(z.string()),
  device_id: maybe(id),
  camera_id: maybe(id),
  /** The door tag; `device_id` is the camera that it belongs to then. */
  module_id: maybe(id),
  event_list: elements,
});
type Notification = z.infer<typeof notification>;

const person = z.looseObject({ id: maybe(z.string()), is_known: maybe(z.boolean()) });

/** These say something about the address, not about the home. */
const ownPushes = ['webhook_activation', 'webhook_deactivation'];

/** The name in the memory that says that the client has registered an address. */
const registered = 'registered';

/** What changes nothing that a poll reads. */
const isSeenAlone = (name: string | undefined): boolean =>
  name === 'outdoor' || (name !== undefined && name !== 'tag_open' && securityEvents.has(name));

/**
 * Netatmo tells what happens in homes to one address for each user of an app. What it tells is signed with the
 * secret of the app.
 */
export const hook: Hook<Context, Command> = {
  async register(context, address) {
    const { energy, control, security } = context.client;
    // Of stations nothing is told.
    if (!energy && !control && !security) return dropOwn(context);
    await context.memory.setIfAbsent(registered, 'true');
    await send(context, { path: 'addwebhook', form: { url: address } });
  },

  unregister: (context) => send(context, { path: 'dropwebhook', form: {} }),

  async receive({ instance }, { headers, body }) {
    const given = headers['x-netatmo-secret'];
    if (!isSigned(body, { secret: instance.client_secret, given })) {
      throw new Rejected('The request is not signed by Netatmo.');
    }
    const { success, data } = notification.safeParse(parseJson(body));
    return success ? toTold(data) : {};
  },
};

/**
 * Has Netatmo forget the address that this client has registered before, which would be gone here while Netatmo
 * goes on sending to it. A client that has registered none leaves that of another client of the same user alone.
 */
async function dropOwn(context: Context): Promise<void> {
  if ((await context.memory.get(registered)) === undefined) return;
  try {
    await send(context, { path: 'dropwebhook', form: {} });
  } catch (error) {
    // Netatmo has none any more, or may not be asked any more.
    if (!(error instanceof Rejected)) throw error;
  }
  await context.memory.delete(registered);
}

function toTold(given: Notification): HookReport<Command> {
  const { event_type: name, event_id: eventId, push_type: push } = given;
  if (push !== undefined && ownPushes.includes(push)) return {};
  const events = eventsOf(given);
  return {
    events,
    ...(eventId !== undefined && { id: `${push ?? name} ${eventId}` }),
    poll: !isSeenAlone(name),
  };
}

function eventsOf(given: Notification): DeviceEvent[] {
  const device = given.module_id ?? given.device_id ?? given.camera_id;
  if (device === undefined) return [];
  return [given, ...parseEach(given.event_list, told)].flatMap((one) => {
    const name = one.event_type ?? one.type;
    return name !== undefined && securityEvents.has(name)
      ? [{ device, name, data: dataOf(one) }]
      : [];
  });
}

function dataOf({ message, persons }: z.infer<typeof told>) {
  const seen = parseEach(persons, person).map(({ id, is_known: known }) => ({
    ...(id !== undefined && { id }),
    ...(known !== undefined && { known }),
  }));
  return {
    ...(message !== undefined && { message }),
    ...(seen.length > 0 && { persons: seen }),
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
