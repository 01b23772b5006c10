import { z } from 'zod';

/** Ids of Netatmo: MAC addresses, some with a channel (`12:34:56:00:16:0e#0`), and bare numbers. */
export const id = z.string().regex(/^[\w:.#-]{1,100}$/);

/** A member that is unknown when it is missing or is not what the reference says. */
export const maybe = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

/** Elements that may be anything; `each` takes those that are understood. */
export const elements = maybe(z.array(z.unknown())).transform((given) => given ?? []);

/** The elements that keep to a schema: one that is odd is no reason to lose the others. */
export const each = <T>(given: unknown[], schema: z.ZodType<T>): T[] =>
  given.flatMap((element) => {
    const { success, data } = schema.safeParse(element);
    return success ? [data] : [];
  });

/** By their ids; of two with the same the first counts. */
export function byId<T extends { id: string }>(given: T[]): Map<string, T> {
  const known = new Map<string, T>();
  for (const one of given) if (!known.has(one.id)) known.set(one.id, one);
  return known;
}

/** A name that users gave, fit to be shown: one line of at most 100 characters, never empty. */
export function shown(name: string | undefined, otherwise: string): string {
  const line = (name ?? '')
    .slice(0, 400)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ');
  return [...line.trim()].slice(0, 100).join('').trim() || otherwise;
}

/** Seconds since 1970, as the API gives times, as a date-time (RFC 3339); 0 means none. */
export function time(seconds: number | undefined): string | undefined {
  const isTime = seconds !== undefined && seconds > 0 && seconds < 32_503_680_000;
  return isTime ? new Date(seconds * 1000).toISOString() : undefined;
}

/** The values that are known. */
export const known = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
