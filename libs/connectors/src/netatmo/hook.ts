import {
  isSigned,
  override,
  parseJson,
  Rejected,
  setIfAbsent,
  type DeviceEvent,
  type Hook,
  type HookReport,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { send, type Command, type Context } from './api.js';
import { readsHomes } from './configuration.js';
import { elements, id, maybe, parseEach } from './lenient.js';
import { alarmStates } from './security/alarms.js';
import { securityEvents } from './security/security.js';

/** One event; an outdoor camera sends several together. */
const eventSchema = z.looseObject({
  event_type: maybe(z.string()),
  /** In place of `event_type`, where several come together. */
  type: maybe(z.string()),
  /** The state that an alarm tells. */
  sub_type: maybe(z.number()),
  message: maybe(z.string()),
  persons: elements,
});

/** A notification of Netatmo (dev.netatmo.com, "Webhooks"). */
const notification = eventSchema.extend({
  event_id: maybe(z.string()),
  /** Such as `NACamera-movement`; `webhook_activation` after the registration of an address. */
  push_type: maybe(z.string()),
  device_id: maybe(id),
  camera_id: maybe(id),
  /** The door tag; `device_id` is then its camera. */
  module_id: maybe(id),
  event_list: elements,
});
type Notification = z.infer<typeof notification>;

const person = z.looseObject({ id: maybe(z.string()), is_known: maybe(z.boolean()) });

/** Notifications about the address, not about the home. */
const ownPushes = ['webhook_activation', 'webhook_deactivation'];

/** The name in the memory of the fact that the client has registered an address. */
const registered = 'registered';

/** Returns whether an event changes nothing that a poll reads. */
const isSeenAlone = (name: string | undefined): boolean =>
  name === 'outdoor' ||
  (name !== undefined && name !== 'tag_open' && !alarmStates.has(name) && securityEvents.has(name));

/** Netatmo sends events to one address for each user of an app, signed with the secret of the app. */
export const hook: Hook<Context, Command> = {
  async register(context, address) {
    // There are no notifications about weather stations.
    if (!readsHomes(context.client)) return dropOwn(context);
    await setIfAbsent(context.memory, registered, 'true');
    await send(context, { path: 'addwebhook', form: { url: address } });
  },

  unregister: (context) => send(context, { path: 'dropwebhook', form: {} }),

  async receive({ instance }, { headers, body }) {
    const given = headers['x-netatmo-secret'];
    if (!isSigned(body, { secret: instance.client_secret, given })) {
      throw new Rejected('The request is not signed by Netatmo.', { cause: 'signature_missing' });
    }
    const { success, data } = notification.safeParse(parseJson(body.toString('utf8')));
    return success ? toReport(data) : {};
  },
};

/**
 * Unregisters the address that this client registered before, because Netatmo would keep sending to it. A client that
 * has registered none does not touch that of another client of the same user.
 */
async function dropOwn(context: Context): Promise<void> {
  if ((await context.memory.get(registered)) === undefined) return;
  try {
    await send(context, { path: 'dropwebhook', form: {} });
  } catch (error) {
    // There is none any more, or access was revoked.
    if (!(error instanceof Rejected)) throw error;
  }
  await context.memory.delete(registered);
}

function toReport(given: Notification): HookReport<Command> {
  const { event_type: name, event_id: eventId, push_type: push } = given;
  if (push !== undefined && ownPushes.includes(push)) return {};
  const events = eventsOf(given);
  return {
    events,
    id: eventId === undefined ? undefined : `${push ?? name} ${eventId}`,
    poll: !isSeenAlone(name),
  };
}

function eventsOf(given: Notification): DeviceEvent[] {
  const device = given.module_id ?? given.device_id ?? given.camera_id;
  if (device === undefined) return [];
  return [given, ...parseEach(given.event_list, eventSchema)].flatMap((one) => {
    const name = one.event_type ?? one.type;
    return name !== undefined && securityEvents.has(name)
      ? [{ device, name, data: dataOf(name, one) }]
      : [];
  });
}

function dataOf(name: string, { message, persons, sub_type: state }: z.infer<typeof eventSchema>) {
  const seen = parseEach(persons, person).map(({ id, is_known: known }) =>
    override<{ id?: string; known?: boolean }>({}, { id, known }),
  );
  return override<{ message?: string; persons?: typeof seen; state?: string }>(
    {},
    {
      message,
      persons: seen.length > 0 ? seen : undefined,
      state: state === undefined ? undefined : alarmStates.get(name)?.[state],
    },
  );
}
