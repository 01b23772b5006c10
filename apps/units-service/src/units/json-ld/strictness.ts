/** Checks for documents that the JSON-LD 1.1 API refuses and `jsonld` 9.0.0 accepts. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the error code of the first invalid context anywhere in a document. */
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

/** Returns whether a term has a `@protected` that is not a boolean. */
const hasUnclearProtection = (context: Record<string, unknown>): boolean =>
  Object.values(context).some(
    (definition) =>
      isObject(definition) &&
      Object.hasOwn(definition, '@protected') &&
      typeof definition['@protected'] !== 'boolean',
  );

/** Returns whether a value of an expanded document has more than one type (`invalid typed value`). */
export function hasSeveralTypes(expanded: unknown): boolean {
  if (!isObject(expanded)) return false;
  // The `@value` of a JSON literal can be any JSON.
  if ('@value' in expanded) return Array.isArray(expanded['@type']);
  return Object.values(expanded).some(hasSeveralTypes);
}
