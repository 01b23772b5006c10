import { Problem, requireConforming, type Thing } from '@trellis/contracts';

const notFound = (what: string) => new Problem('not_found', `The thing has no such ${what}.`);

/**
 * Throws the problem of a write, if there is one. The app that created a thing writes read-only properties, too:
 * it knows what they are.
 */
export function requireWritable(
  { properties, creator }: Thing,
  { name, value, app }: { name: string; value: unknown; app: string },
): void {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!property) throw notFound('property');
  const isCreator = creator.kind === 'app' && creator.id === app;
  if (property.readOnly && !isCreator) {
    throw new Problem('not_writable', 'The property is read-only.');
  }
  requireConforming(value, property);
}

/** Throws the problem of an action, if there is one; says whether it may be repeated. */
export function requireInvocable(
  { actions }: Thing,
  { name, input }: { name: string; input: unknown },
): { idempotent: boolean } {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw notFound('action');
  if (action.input && (input !== undefined || action.input.required)) {
    requireConforming(input, action.input);
  }
  return { idempotent: action.idempotent ?? false };
}
