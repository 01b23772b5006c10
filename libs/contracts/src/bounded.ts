import { z } from 'zod';

/**
 * Declares an array of at most `max` items. Items are counted before the first is checked, so that an array that is
 * too long has one error and not one for each item.
 */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  const items = z.array(item).max(max);
  return refuseFirst(
    (given) => Array.isArray(given) && given.length > max && `Must have at most ${max} items.`,
    items,
  );
}

/** Declares a schema that checks its input only if `findExcess` finds nothing wrong with the size. */
export function refuseFirst<Schema extends z.ZodType>(
  findExcess: (given: unknown) => string | false | undefined,
  schema: Schema,
) {
  return z.preprocess((given: z.input<Schema>, context) => {
    const excess = findExcess(given);
    if (excess) context.addIssue(excess);
    return given;
  }, schema);
}
