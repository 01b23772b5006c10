import type { Change } from '@trellis/client';

/** Kinds of changes that are not reported as events. */
export const changeKinds: Change['kind'][] = [
  'unit_created',
  'unit_updated',
  'unit_deleted',
  'unit_linked',
  'unit_unlinked',
  'subject_created',
  'client_created',
  'client_updated',
  'client_deleted',
];

/** Returns the scope that is required to follow a kind of change. */
export const scopeOf = (kind: Change['kind']): string =>
  kind.startsWith('client_') ? 'svc.connector.read' : 'svc.units.read';

/** Returns the query keys to invalidate after changes, joined by `/`. */
export function staleAfter(changes: Change[]): Set<string> {
  const stale = new Set<string>();
  for (const { kind, resource, parent, subject } of changes) {
    if (kind.startsWith('client_')) {
      for (const key of ['clients', 'instances', `client/${resource.id}`]) stale.add(key);
      if (kind !== 'client_updated') stale.add('limits');
    } else if (kind === 'subject_created') {
      stale.add('subjects');
    } else {
      stale.add(`unit/${resource.id}`);
      if (parent) stale.add(`unit/${parent.id}`);
      if (subject) stale.add(`subject/${subject.id}`);
      // Any list may show the name of the unit, or the number of its things.
      for (const key of ['units', 'children']) stale.add(key);
      if (kind === 'unit_created' || kind === 'unit_deleted') stale.add('limits');
    }
  }
  // Last, since the picture is built from unit queries, which have to be stale by then.
  if (changes.some(({ kind }) => kind.startsWith('unit_'))) stale.add('picture');
  return stale;
}
