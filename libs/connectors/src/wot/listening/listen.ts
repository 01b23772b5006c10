import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, Unavailable, type Emit } from '@trellis/connector-sdk';
import { discover } from '../discover.js';
import { openRemote, type Context, type Remote } from '../remote.js';
import type { Command } from '../send.js';
import type { DescribedThing } from '../thing.js';
import { sourcesOf, openSubscriptions } from './subscriptions.js';

/** The interval for reading the descriptions again, for new, changed and removed things (ms). */
const rediscoveryMs = 5 * 60_000;

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

/** Reads the descriptions again; a thing whose description cannot be read keeps the previous one. */
async function rediscover(context: Context, before: DescribedThing[]): Promise<DescribedThing[]> {
  try {
    // A new remote, with the limits of a poll.
    const { things, complete } = await discover(openRemote(context));
    const found = new Set(things.map(({ id }) => id));
    return complete ? things : [...things, ...before.filter(({ id }) => !found.has(id))];
  } catch (error) {
    if (error instanceof ConnectorFailure) return before;
    throw error;
  }
}
