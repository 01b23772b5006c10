import type { InfiniteData } from '@tanstack/react-query';
import type { Operation } from '../api/activity.js';
import type { Page } from '../api/pages.js';

type Listed = InfiniteData<Page<Operation>>;

/** Puts operations, in the order in which they were stored, before those of a list, in which they may be already. */
export function withOperations(list: Listed, stored: readonly Operation[]): Listed {
  const latest = new Map<string, Operation>();
  for (const one of stored) {
    latest.delete(one.id);
    latest.set(one.id, one);
  }
  const [first, ...rest] = list.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => !latest.has(id)),
  }));
  if (!first) return list;
  const items = [...[...latest.values()].toReversed(), ...first.items];
  return { ...list, pages: [{ ...first, items }, ...rest] };
}
