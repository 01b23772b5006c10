/** The kinds of changes of which things have most; the partial indexes of `changes` tell them apart. */
export const valueKinds: readonly string[] = ['property_changed', 'thing_event'];

/** Returns the condition that a change, which is a row, is of these kinds. */
export const isOfValuesSql = (change: string): string =>
  `${change}.kind IN (${valueKinds.map((kind) => `'${kind}'`).join(', ')})`;
