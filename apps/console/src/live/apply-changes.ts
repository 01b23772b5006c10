import type { Change } from '@trellis/client';

/** The kinds of changes that no event tells of. */
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

/** The scope with which one is told of a kind. */
export const scopeOf = (kind: Change['kind']): string =>
  kind.startsWith('client_') ? 'svc.connector' : 'svc.units.read';

/** The queries to read again after changes. */
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
      // Any of the lists that are shown may have its name, or how much is in it.
      for (const key of ['units', 'children']) stale.add(key);
      if (kind === 'unit_created' || kind === 'unit_deleted') stale.add('limits');
    }
  }
  // Last, since a picture is made of units, which it reads again only where they are stale.
  if (changes.some(({ kind }) => kind.startsWith('unit_'))) stale.add('picture');
  return stale;
}
