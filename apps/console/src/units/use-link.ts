import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTrellis } from '../session/session-context.js';

export interface UnitLinkIds {
  parent: string;
  child: string;
}

/** Keys of queries for single units. */
const kinds: unknown[] = ['unit', 'children', 'summary'];

/** Returns mutations that link and unlink units, and invalidate the queries of both. */
export function useLink() {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const onSettled = (_data: unknown, _error: unknown, { parent, child }: UnitLinkIds) =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [kind, id] }) =>
        kind === 'units' ||
        kind === 'picture' ||
        (kinds.includes(kind) && (id === parent || id === child)),
    });
  const link = useMutation({
    mutationFn: ({ parent, child }: UnitLinkIds) =>
      trellis.post('/units/{id}/children', { path: { id: parent }, body: { id: child } }),
    meta: { showsProblem: true },
    onSettled,
  });
  const unlink = useMutation({
    mutationFn: ({ parent, child }: UnitLinkIds) =>
      trellis.delete('/units/{id}/children/{other}', { path: { id: parent, other: child } }),
    onSettled,
  });
  return { link, unlink };
}
