/** The most values (objects, arrays, texts, numbers, …) in a response, and the deepest nesting. */
const maxNodes = 100_000;
const maxDepth = 64;

export const countNodes = (root: unknown): number => measure(root).nodes;

/** Returns whether a value is too large, or nested too deeply, to be searched. */
export function isTooLarge(root: unknown): boolean {
  const { nodes, depth } = measure(root);
  return nodes > maxNodes || depth > maxDepth;
}

/** Measures a value; stops soon after a limit is exceeded. */
function measure(root: unknown): { nodes: number; depth: number } {
  let [nodes, deepest] = [0, 0];
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    nodes += 1;
    deepest = Math.max(deepest, depth);
    if (nodes + open.length > maxNodes) return { nodes: nodes + open.length, depth: deepest };
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
  return { nodes, depth: deepest };
}
