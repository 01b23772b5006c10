/** Formats a number with its noun: `1 thing`, `3 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
