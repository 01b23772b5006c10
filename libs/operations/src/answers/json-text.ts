import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const texts = new WeakMap<object, string>();

/** Returns a body as JSON, from the cache if it is there. */
export const jsonOf = (body: unknown): string => textOf(body) ?? JSON.stringify(body);

const textOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null ? texts.get(body) : undefined;

/** Caches the text of a body that is sent again and never changed, for as long as the body lives; returns it. */
export function cacheJson(body: object): string {
  const text = jsonOf(body);
  texts.set(body, text);
  return text;
}

/** How many items are mapped in a turn of the event loop. */
const sliceLength = 25;

/** Maps the items of a long answer and caches its text, in slices, so that other requests are handled in between. */
export async function mapInSlices<Item, Shown>(
  items: readonly Item[],
  toJson: (item: Item) => Shown,
): Promise<Shown[]> {
  const shown: Shown[] = [];
  const parts: string[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % sliceLength === 0) await yieldToEventLoop();
    const one = toJson(item);
    shown.push(one);
    parts.push(JSON.stringify(one));
  }
  texts.set(shown, `[${parts.join()}]`);
  return shown;
}
