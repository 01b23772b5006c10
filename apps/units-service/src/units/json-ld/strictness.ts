/** What the JSON-LD 1.1 API refuses and `jsonld` 9.0.0 accepts. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a local context defines `@context` (`keyword redefinition`); looks at every context in a document. */
export function redefinesContext(value: unknown): boolean {
  if (!isObject(value)) return false;
  const contexts = [value['@context']].flat();
  return (
    contexts.some((context) => isObject(context) && Object.hasOwn(context, '@context')) ||
    Object.values(value).some(redefinesContext)
  );
}

/** Whether a value of an expanded document has more than one type (`invalid typed value`). */
export function hasSeveralTypes(expanded: unknown): boolean {
  if (!isObject(expanded)) return false;
  // A JSON literal is not looked into: its `@value` is any JSON.
  if ('@value' in expanded) return Array.isArray(expanded['@type']);
  return Object.values(expanded).some(hasSeveralTypes);
}
