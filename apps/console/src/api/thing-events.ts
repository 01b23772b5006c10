import { queryOptions } from '@tanstack/react-query';

export interface ReceivedEvent {
  name: string;
  data: unknown;
  at: string;
}

const maxEvents = 50;

/** Holds the events of a thing since the console was opened. Earlier events cannot be read. */
export const thingEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['thing events', id],
    queryFn: (): ReceivedEvent[] => [],
    staleTime: 'static',
  });

/** Appends events to a list, and keeps the latest ones. */
export const appendEvents = (
  known: ReceivedEvent[] | undefined,
  news: ReceivedEvent[],
): ReceivedEvent[] => [...(known ?? []), ...news].slice(-maxEvents);
