import { setTimeout as pause } from 'node:timers/promises';
import {
  AnotherDevice,
  ConnectorFailure,
  Unavailable,
  type Emit,
  type Offer,
} from '@trellis/connector-sdk';
import { deviceOf } from '../device.js';
import { discover } from '../discover.js';
import { openRemote, type Context, type Remote } from '../remote.js';
import type { Command } from '../send.js';
import type { DescribedThing } from '../thing.js';
import { sourcesOf, openSubscriptions } from './subscriptions.js';

/** The interval for reading the descriptions again, for new, changed and removed things (ms). */
const rediscoveryMs = 5 * 60_000;

interface Listener {
  emit: Emit<Command>;
  /** Called once the things are known. */
  offer: (offered: Pick<Offer<unknown, Command>, 'find'>) => void;
}

export async function listenToThings(remote: Remote, { emit, offer }: Listener): Promise<void> {
  const { context } = remote;
  const subscriptions = openSubscriptions(remote, emit);
  try {
    let { things } = await discover(remote);
    offer({
      find(id) {
        const thing = things.find((one) => one.id === id);
        return thing && deviceOf(thing, {});
      },
    });
    for (;;) {
      const sources = sourcesOf(things);
      if (sources.length === 0)
        throw new Unavailable('The things tell nothing by themselves.', {
          cause: 'nothing_reported',
        });
      subscriptions.replace(sources);
      await Promise.race([subscriptions.ended, pause(rediscoveryMs, undefined, context)]);
      things = await rediscover(context, things);
    }
  } finally {
    subscriptions.close();
  }
}

/** Reads the descriptions again; a thing whose description cannot be read keeps the previous one. */
async function rediscover(context: Context, before: DescribedThing[]): Promise<DescribedThing[]> {
  try {
    // A new remote, with the limits of a poll.
    const { things, complete } = await discover(openRemote(context));
    const found = new Set(things.map(({ id }) => id));
    return complete ? things : [...things, ...before.filter(({ id }) => !found.has(id))];
  } catch (error) {
    if (error instanceof ConnectorFailure && !(error instanceof AnotherDevice)) return before;
    throw error;
  }
}
