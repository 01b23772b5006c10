import { queryOptions } from '@tanstack/react-query';

export interface HeardEvent {
  name: string;
  data: unknown;
  at: string;
}

/** How many events of a thing are kept. */
const maxEvents = 50;

/** The events of a thing since the console was opened; nothing reads earlier ones. */
export const heardEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['heard', id],
    queryFn: (): HeardEvent[] => [],
    staleTime: 'static',
  });

/** A list of events with further ones, of which the latest are kept. */
export const withHeard = (heard: HeardEvent[] | undefined, news: HeardEvent[]): HeardEvent[] =>
  [...(heard ?? []), ...news].slice(-maxEvents);
