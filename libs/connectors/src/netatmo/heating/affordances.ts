import type { ActionAffordance, PropertyAffordance } from '@trellis/connector-sdk';

export const dateTime = (title: string) =>
  ({ type: 'string', format: 'date-time', title }) satisfies PropertyAffordance;

/** The member `until` of the input of actions. */
export const until = {
  ...dateTime('End'),
  description: 'By default the duration that the user has chosen for manual changes, if any.',
};

/** An action with an object as its input; of its members those that are required are listed. */
export const actionWith = (
  title: string,
  properties: Record<string, PropertyAffordance>,
  required: string[] = [],
): ActionAffordance => ({
  title,
  input: { type: 'object', properties, ...(required.length > 0 && { required }) },
  idempotent: true,
});

/** A value if it is one of the known ones. */
export const knownOr = (options: string[], value: string | undefined): string | undefined =>
  options.find((option) => option === value);
