import { Button, Skeleton } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { itemsOf, type Page } from '../api/pages.js';
import classes from './list.module.css';
import { Card } from './page.js';
import { ProblemAlert } from './problem-alert.js';

export const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
);

interface ListItemProps {
  title: ReactNode;
  note?: ReactNode;
  /** Content at the end of the line: states, values, buttons. */
  side?: ReactNode;
}

export const ListItem = ({ title, note, side }: ListItemProps) => (
  <li className={classes.item}>
    <div className={classes.main}>
      <div className={classes.title}>{title}</div>
      {note && <div className={classes.note}>{note}</div>}
    </div>
    {side && <div className={classes.side}>{side}</div>}
  </li>
);

interface PagedListProps<Item> {
  query: LoadedProps<InfiniteData<Page<Item>>>['query'] & LoadMoreProps;
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

type LoadMoreProps = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>;

export const LoadMore = ({ hasNextPage, fetchNextPage, isFetchingNextPage }: LoadMoreProps) =>
  hasNextPage ? (
    <Button
      variant="subtle"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
      m="xs"
    >
      Show more
    </Button>
  ) : null;

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  lines?: number;
  children(data: Data): ReactNode;
}

/** Renders the data of a query, a placeholder while it loads, or the problem. */
export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} h={20} mb="xs" />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon?: ComponentType<IconProps>;
  title: string;
  /** Explains what will appear here, and when. */
  children?: ReactNode;
  action?: ReactNode;
}

export const Empty = ({ icon: Icon, title, children, action }: EmptyProps) => (
  <div className={classes.empty}>
    {Icon && <Icon size={32} stroke={1.4} aria-hidden="true" />}
    <h2>{title}</h2>
    {children && <div className={classes.text}>{children}</div>}
    {action}
  </div>
);
