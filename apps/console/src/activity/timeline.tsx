import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import {
  operationQuery,
  operationsQuery,
  type Operation,
  type OperationConditions,
} from '../api/activity.js';
import { itemsOf } from '../api/pages.js';
import { Loaded, LoadMore } from '../components/list.js';
import { Card } from '../components/page.js';
import { useLiveOperations } from '../live/use-live-operations.js';
import { useTrellis } from '../session/session.js';
import classes from './activity.module.css';
import { OperationItem } from './operation-item.js';
import { dayText } from './texts.js';

/** How many pages without a match are read before the user is asked to go on. */
const maxEmptyPages = 20;

const refreshMs = 60_000;

interface TimelineProps {
  conditions: OperationConditions;
  pageSize: number;
  empty: ReactNode;
  /** The id of the operation that is open. */
  opened: string | undefined;
  onOpen(id: string | undefined): void;
  /** Names the client of an operation, where there may be several. */
  clientOf?(operation: Operation): ReactNode;
}

/** Operations by day, the last ones first, kept up to date. One of them is open. */
export function Timeline(props: TimelineProps) {
  const { conditions, pageSize, empty, opened, onOpen, clientOf } = props;
  const query = useInfiniteQuery({
    ...operationsQuery(useTrellis(), conditions, pageSize),
    // The stream shows what is stored from its begin on. With more pages, they are refreshed less often.
    refetchInterval: ({ state }) => refreshMs * (state.data?.pages.length ?? 1),
  });
  useLiveOperations(conditions);
  const items = itemsOf(query.data);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const pages = query.data?.pages.length ?? 0;
  const isSearching = items.length === 0 && hasNextPage && pages < maxEmptyPages;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  const latest = useRef((_id: string) => {});
  useEffect(() => {
    latest.current = (id) => onOpen(id === opened ? undefined : id);
  });
  // Always the same, so that lines whose operation has not changed do not render again.
  const onToggle = useCallback((id: string) => latest.current(id), []);
  const isListed = items.some(({ id }) => id === opened);
  return (
    <>
      {opened !== undefined && query.data && !isListed && (
        <LinkedOperation id={opened} onToggle={onToggle} clientOf={clientOf} />
      )}
      <Card isFlush>
        <Loaded query={query} lines={6}>
          {() => {
            if (items.length === 0) return isSearching ? <Searching /> : empty;
            return byDay(items).map(([day, ofDay]) => (
              <section key={day} aria-label={day}>
                <h3 className={classes.day}>{day}</h3>
                <ul className={classes.list} aria-label={`Operations, ${day}`}>
                  {ofDay.map((operation) => (
                    <OperationItem
                      key={operation.id}
                      operation={operation}
                      client={clientOf?.(operation)}
                      isOpen={operation.id === opened}
                      onToggle={onToggle}
                    />
                  ))}
                </ul>
              </section>
            ));
          }}
        </Loaded>
        {!isSearching && <LoadMore {...query} />}
      </Card>
    </>
  );
}

const Searching = () => (
  <p className={classes.searching} role="status">
    Looking through earlier operations…
  </p>
);

function byDay(operations: Operation[]): [string, Operation[]][] {
  const days = new Map<string, Operation[]>();
  const now = Date.now();
  for (const operation of operations) {
    const day = dayText(operation.last, now);
    const before = days.get(day);
    if (before) before.push(operation);
    else days.set(day, [operation]);
  }
  return [...days];
}

interface LinkedOperationProps extends Pick<TimelineProps, 'clientOf'> {
  id: string;
  onToggle(id: string): void;
}

/** The operation of a link that is not among those that were read. */
function LinkedOperation({ id, onToggle, clientOf }: LinkedOperationProps) {
  const query = useQuery({ ...operationQuery(useTrellis(), id), retry: false });
  return (
    <Card isFlush>
      <Loaded query={query}>
        {(operation) => (
          <ul className={classes.list} aria-label="Linked operation">
            <OperationItem
              operation={operation}
              client={clientOf?.(operation)}
              isOpen
              onToggle={onToggle}
            />
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
