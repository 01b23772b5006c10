import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf, type Page } from '../api/pages.js';
import { List } from './list.js';
import { LoadMore } from './load-more.js';
import { Loaded } from './loaded.js';
import { Card } from './page.js';

interface PagedListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  label: string;
  lines?: number;
  empty: ReactNode;
  children(item: Item): ReactNode;
}

export const PagedList = <Item,>({
  query,
  label,
  lines = 3,
  empty,
  children,
}: PagedListProps<Item>) => (
  <Card isFlush>
    <Loaded query={query} lines={lines}>
      {(data) => {
        const items = itemsOf(data);
        if (items.length === 0 && !query.hasNextPage) return empty;
        return <List label={label}>{items.map(children)}</List>;
      }}
    </Loaded>
    <LoadMore {...query} />
  </Card>
);
