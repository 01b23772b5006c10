import { z } from 'zod';

/**
 * An array of at most `max` items, which are counted before the first is checked: an array that is too
 * long has one error, not one for each item.
 */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  const items = z.array(item).max(max);
  return refuseFirst(
    (given) => Array.isArray(given) && given.length > max && `Must have at most ${max} items.`,
    items,
  );
}

/** A schema whose input is checked only if `findExcess` finds nothing that is too much. */
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
