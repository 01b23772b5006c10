/** The members by which the library recognizes its own values. */
const reserved = new Set<unknown>([
  '_jsonata_lambda',
  '_jsonata_function',
  'tupleStream',
  'outerWrapper',
]);

export const isReserved = (name: unknown): name is string => reserved.has(name);

/** Returns whether a response imitates the library. */
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
