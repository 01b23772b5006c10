import { oneLine } from '@trellis/connector-sdk';
import { z } from 'zod';

/** The ids of Netatmo: MAC addresses, some with a channel (`12:34:56:00:16:0e#0`), and bare numbers. */
export const id = z.string().regex(/^[\w:.#-]{1,100}$/);

/** Returns the schema of a member that is undefined when it is missing or does not conform to the API reference. */
export const maybe = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

/** The schema of a list of any elements; see `parseEach`. */
export const elements = maybe(z.array(z.unknown())).transform((list) => list ?? []);

/** Returns the elements that conform to a schema; an invalid one does not affect the others. */
export const parseEach = <T>(list: unknown[], schema: z.ZodType<T>): T[] =>
  list.flatMap((element) => {
    const { success, data } = schema.safeParse(element);
    return success ? [data] : [];
  });

/** Indexes elements by id; of several with the same id the first counts. */
export function indexById<T extends { id: string }>(list: T[]): Map<string, T> {
  const index = new Map<string, T>();
  for (const one of list) if (!index.has(one.id)) index.set(one.id, one);
  return index;
}

/** Cleans a name that users gave, for use in a title. */
export const nameOr = (fallback: string, name: string | undefined): string =>
  oneLine(name, 100) ?? fallback;

/** Converts seconds since 1970 to a date-time (RFC 3339); 0 means none. */
export function toDateTime(seconds: number | undefined): string | undefined {
  const isInstant = seconds !== undefined && seconds > 0 && seconds < 32_503_680_000;
  return isInstant ? new Date(seconds * 1000).toISOString() : undefined;
}
