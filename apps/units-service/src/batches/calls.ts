/** The columns of a call on one resource (see `callColumns`), with their types. */
export const onResource = { id: 'uuid', developer: 'text', subject: 'text' };

/** The columns of a call for a page of a list (see `pageColumns`), with their types. */
export const pageOfList = { after: 'bigint', max: 'int' };

/**
 * Returns a batch as the table `call` in SQL: a row per call with these columns, which are the parameters $1, $2, …,
 * and its `position` in the batch, from 1.
 */
export function callsSql(columns: Record<string, string>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const names = Object.keys(columns).map((name) => `"${name}"`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS call(${names.join(', ')}, position)`;
}

/** Returns the rows of a statement in the order of the calls; undefined for a call without a row. */
export function rowsInOrder<Row extends { position: number }>(
  calls: readonly unknown[],
  rows: Row[],
): (Row | undefined)[] {
  const inOrder = new Array<Row | undefined>(calls.length).fill(undefined);
  for (const row of rows) inOrder[row.position - 1] = row;
  return inOrder;
}
