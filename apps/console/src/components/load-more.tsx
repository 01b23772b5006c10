import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type LoadMoreProps = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>;

/** A button that reads the next page of a list, if there is one. */
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
