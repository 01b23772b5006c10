import type { Form } from '../form.js';
import type { Subscription } from '../subscriptions.js';
import type { DescribedThing } from '../thing.js';

/** A thing that a connection reports on, and its subscription. */
interface Target {
  thing: DescribedThing;
  subscription: Subscription;
}

/** A form for subscriptions, and everything that it covers: several affordances may share one. */
export interface Source {
  form: Form;
  targets: Target[];
}

/** The most sources of a client; each needs a connection. */
export const maxSources = 64;

/** Returns the sources of all things, each form once. */
export function allSourcesOf(things: DescribedThing[]): Source[] {
  const sources = new Map<string, Source>();
  for (const thing of things) {
    for (const subscription of thing.subscriptions) {
      const { form } = subscription;
      const key = keyOf({ form });
      const source = sources.get(key) ?? { form, targets: [] };
      source.targets.push({ thing, subscription });
      sources.set(key, source);
    }
  }
  return [...sources.values()];
}

/** Returns the sources that are used: at most `maxSources`. */
export const sourcesOf = (things: DescribedThing[]): Source[] =>
  allSourcesOf(things).slice(0, maxSources);

/** Returns a key that is the same for equal forms. */
export const keyOf = ({ form }: Pick<Source, 'form'>): string => JSON.stringify(form);
