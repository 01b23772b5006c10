import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable, type Emit } from '@trellis/connector-sdk';
import { discover } from '../discover.js';
import { openRemote, type Remote } from '../remote.js';
import type { Command } from '../send.js';
import { sourcesOf } from './source.js';
import { openSubscriptions } from './subscriptions.js';

/** How often the descriptions are read again, for things that have come, changed or gone (ms). */
const rediscoveryMs = 5 * 60_000;

/** Subscribes to what the things tell, and follows that until none of them tells anything any more. */
export async function listenToThings(remote: Remote, emit: Emit<Command>): Promise<void> {
  const { context } = remote;
  const subscriptions = openSubscriptions(remote, emit);
  try {
    for (;;) {
      // Each time with what a poll may use.
      const { things } = await discover(openRemote(context));
      const sources = sourcesOf(things);
      if (sources.length === 0) throw new Unavailable('The things tell nothing by themselves.');
      subscriptions.replace(sources);
      await Promise.race([subscriptions.ended, pause(rediscoveryMs, undefined, context)]);
    }
  } finally {
    subscriptions.close();
  }
}
