import { ConnectorFailure } from '@trellis/connector-sdk';
import { announcementType, Problem, type AnnouncementType } from '@trellis/contracts';
import type { Callback } from '../generated/prisma/client.js';
import { fail } from '../interactions/settle.js';
import type { Runtime } from '../runtime.js';

export interface OfApp {
  developer: string;
  app: string;
}

export interface NewCallback extends OfApp {
  url: string;
  events: AnnouncementType[];
  /** Sealed. */
  secret: string;
  rotate: boolean;
}

/** So long the former secret signs as well after a rotation (ms). */
const rotationOverlap = 24 * 60 * 60_000;

/** Registers the callback of an app, or changes it; its secret stays unless it is to be rotated. */
export async function putCallback(runtime: Runtime, given: NewCallback) {
  const { database } = runtime;
  const { developer, app, url, events, secret, rotate } = given;
  await refuseUnreachable(runtime, url);
  const where = { developer_app: { developer, app } };
  const before = await database.callback.findUnique({ where });
  const rotated = before &&
    rotate && {
      secret,
      previousSecret: before.secret,
      previousUntil: new Date(Date.now() + rotationOverlap),
    };
  const stored = await database.callback.upsert({
    where,
    create: { developer, app, url, events, secret },
    update: { url, events, ...rotated },
  });
  const secretKept = stored.secret === secret;
  return { callback: show(stored), isNew: before === null, secretKept };
}

/** The same policy is kept to again at each delivery: a name may lead elsewhere by then. */
async function refuseUnreachable({ resolve, allowPrivate }: Runtime, address: string) {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !allowPrivate) throw refused('Must be an https address.');
  try {
    await resolve(hostname);
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    throw refused(error.message);
  }
}

const refused = (detail: string) =>
  new Problem('invalid_request', 'The callback cannot be reached.', {
    errors: [{ pointer: '/url', detail }],
  });

export async function readCallback(runtime: Runtime, of: OfApp) {
  return show(await findCallback(runtime, of));
}

/** Removes a callback; actions that wait for it have nobody left to do them. */
export async function removeCallback(runtime: Runtime, of: OfApp): Promise<Record<string, never>> {
  const { database } = runtime;
  const { key } = await findCallback(runtime, of);
  const waiting = await database.delivery.findMany({
    where: { callbackKey: key, status: 'pending', interactionId: { not: null } },
    select: { interactionId: true },
  });
  await database.callback.deleteMany({ where: { key } });
  for (const { interactionId } of waiting) {
    await fail(runtime, interactionId!, new Problem('no_callback', 'The app took it away.'));
    await runtime.settled(interactionId!);
  }
  return {};
}

export async function findCallback({ database }: Runtime, { developer, app }: OfApp) {
  const found = await database.callback.findUnique({
    where: { developer_app: { developer, app } },
  });
  if (!found) throw new Problem('not_found', 'The app has registered no callback.');
  return found;
}

function show({ url, events, created, modified }: Callback) {
  return {
    url,
    events: events.map((type) => announcementType.parse(type)),
    created: created.toISOString(),
    modified: modified.toISOString(),
  };
}
