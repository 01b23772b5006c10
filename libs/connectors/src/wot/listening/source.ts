import type { Subscription } from '../subscriptions.js';
import type { DescribedThing } from '../thing.js';

/** Something that tells the state of a thing, or what happens to it. */
export interface Source {
  thing: DescribedThing;
  subscription: Subscription;
}

/** The most sources of a client; each is a connection. */
export const maxSources = 8;

/** What tells the state of things, as much as there may be. */
export const sourcesOf = (things: DescribedThing[]): Source[] =>
  things
    .flatMap((thing) => thing.subscriptions.map((subscription) => ({ thing, subscription })))
    .slice(0, maxSources);
