import type { Form } from '../form.js';
import type { Subscription } from '../subscriptions.js';
import type { DescribedThing } from '../thing.js';

/** What a connection tells: the state of a thing, or what happens to it. */
interface Told {
  thing: DescribedThing;
  subscription: Subscription;
}

/** A form to subscribe with, and all that it tells: several affordances may have the same one. */
export interface Source {
  form: Form;
  told: Told[];
}

/** The most sources of a client; each is a connection. */
export const maxSources = 64;

/** What tells the state of things; each form once, however many name it. */
export function allSourcesOf(things: DescribedThing[]): Source[] {
  const sources = new Map<string, Source>();
  for (const thing of things) {
    for (const subscription of thing.subscriptions) {
      const { form } = subscription;
      const key = keyOf({ form });
      const source = sources.get(key) ?? { form, told: [] };
      source.told.push({ thing, subscription });
      sources.set(key, source);
    }
  }
  return [...sources.values()];
}

/** The sources that are used, as many as there may be. */
export const sourcesOf = (things: DescribedThing[]): Source[] =>
  allSourcesOf(things).slice(0, maxSources);

/** The same for the same form. */
export const keyOf = ({ form }: Pick<Source, 'form'>): string => JSON.stringify(form);
