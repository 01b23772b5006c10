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
