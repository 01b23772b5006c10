/** Members by which the library knows values of its own. */
const reserved = new Set<unknown>([
  ...['_jsonata_lambda', '_jsonata_function', 'tupleStream', 'outerWrapper'],
]);

export const isReserved = (name: unknown): name is string => reserved.has(name);

/** Whether an answer imitates the library. */
export function hasReserved(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (isReserved(name)) return true;
      if (typeof member === 'object') open.push(member);
    }
  }
  return false;
}
