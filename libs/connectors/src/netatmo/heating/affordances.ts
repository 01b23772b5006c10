import type { ActionAffordance, PropertyAffordance } from '@trellis/connector-sdk';

export const dateTime = (title: string) =>
  ({ type: 'string', format: 'date-time', title }) satisfies PropertyAffordance;

/** The member `until` of the input of actions. */
export const until = {
  ...dateTime('End'),
  description: 'By default the duration that the user has chosen for manual changes, if any.',
};

export const actionWith = (
  title: string,
  properties: Record<string, PropertyAffordance>,
  required: string[] = [],
): ActionAffordance => ({
  title,
  input:
    required.length > 0 ? { type: 'object', properties, required } : { type: 'object', properties },
  idempotent: true,
});

/** Returns a value if it is one of the options. */
export const knownOr = (options: string[], value: string | undefined): string | undefined =>
  options.find((option) => option === value);
