import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, Unavailable, type Emit } from '@trellis/connector-sdk';
import { discover } from '../discover.js';
import { openRemote, type Context, type Remote } from '../remote.js';
import type { Command } from '../send.js';
import type { DescribedThing } from '../thing.js';
import { sourcesOf } from './source.js';
import { openSubscriptions } from './subscriptions.js';

/** How often the descriptions are read again, for things that have come, changed or gone (ms). */
const rediscoveryMs = 5 * 60_000;

/** Subscribes to what the things tell, and follows that until none of them tells anything any more. */
export async function listenToThings(remote: Remote, emit: Emit<Command>): Promise<void> {
  const { context } = remote;
  const subscriptions = openSubscriptions(remote, emit);
  try {
    let { things } = await discover(remote);
    for (;;) {
      const sources = sourcesOf(things);
      if (sources.length === 0) throw new Unavailable('The things tell nothing by themselves.');
      subscriptions.replace(sources);
      await Promise.race([subscriptions.ended, pause(rediscoveryMs, undefined, context)]);
      things = await rediscover(context, things);
    }
  } finally {
    subscriptions.close();
  }
}

/** The things as they are described now; those whose descriptions cannot be read as they were before. */
async function rediscover(context: Context, before: DescribedThing[]): Promise<DescribedThing[]> {
  try {
    // With what a poll may use.
    const { things, complete } = await discover(openRemote(context));
    const found = new Set(things.map(({ id }) => id));
    return complete ? things : [...things, ...before.filter(({ id }) => !found.has(id))];
  } catch (error) {
    if (error instanceof ConnectorFailure) return before;
    throw error;
  }
}
