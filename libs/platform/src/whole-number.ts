import { z } from 'zod';

/** A whole number in an environment variable. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Whole numbers in environment variables, such as limits, from their defaults and descriptions. */
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
