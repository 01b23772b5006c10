import { z } from 'zod';

/** Creates the schema of a variable with a whole number. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Creates the schemas of variables with whole numbers from their defaults and descriptions. */
export function wholeNumbers<Name extends string>(
  variables: Record<Name, { default: number; description: string }>,
) {
  const rows = Object.entries<{ default: number; description: string }>(variables);
  return Object.fromEntries(
    rows.map(([name, { default: value, description }]) => [
      name,
      wholeNumber(0, Number.MAX_SAFE_INTEGER).default(value).describe(description),
    ]),
  ) as Record<Name, z.ZodDefault<ReturnType<typeof wholeNumber>>>;
}
