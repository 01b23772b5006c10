/** A number with its noun, such as `1 thing` or `3 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
