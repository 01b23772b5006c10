/** What the JSON-LD 1.1 API refuses and `jsonld` 9.0.0 accepts. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What is wrong with a context of a document: a code of the API. Looks at every context in it. */
export function findContextError(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const contexts = [value['@context']].flat().filter(isObject);
  if (contexts.some((context) => Object.hasOwn(context, '@context'))) return 'keyword redefinition';
  if (contexts.some(hasUnclearProtection)) return 'invalid @protected value';
  for (const member of Object.values(value)) {
    const error = findContextError(member);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Whether a term is protected neither by true nor by false. */
const hasUnclearProtection = (context: Record<string, unknown>): boolean =>
  Object.values(context).some(
    (definition) =>
      isObject(definition) &&
      Object.hasOwn(definition, '@protected') &&
      typeof definition['@protected'] !== 'boolean',
  );

/** Whether a value of an expanded document has more than one type (`invalid typed value`). */
export function hasSeveralTypes(expanded: unknown): boolean {
  if (!isObject(expanded)) return false;
  // A JSON literal is not looked into: its `@value` is any JSON.
  if ('@value' in expanded) return Array.isArray(expanded['@type']);
  return Object.values(expanded).some(hasSeveralTypes);
}
