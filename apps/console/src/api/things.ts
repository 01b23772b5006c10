import { queryOptions } from '@tanstack/react-query';
import type { components, OptionsOf, Trellis } from '@trellis/client';
import { pagesQuery } from './pages.js';

export type Thing = components['schemas']['Thing'];
export type ThingValues = components['schemas']['ThingValues'];
export type DataSchema = components['schemas']['DataSchema'];
export type Property = Thing['properties'][string];
export type Target = NonNullable<Property['target']>;
export type Role = NonNullable<Property['role']>;
export type Action = Thing['actions'][string];
type Interaction = components['schemas']['Interaction'];
export type LogbookEntry = components['schemas']['LogbookEntry'];
export type Interval = components['schemas']['HistoricInterval'];

type ThingQuery = NonNullable<OptionsOf<'get', '/things'>['query']>;

export type ThingConditions = Pick<
  ThingQuery,
  'search' | 'capability' | 'available' | 'subject' | 'client' | 'in' | 'below' | 'sort'
>;

export const thingsQuery = (trellis: Trellis, conditions: ThingConditions, limit?: number) =>
  pagesQuery(
    ['things', conditions],
    ({ query, signal }) =>
      trellis.get('/things', { query: { ...conditions, ...query, view: 'values' }, signal }),
    limit,
  );

export const thingQuery = (trellis: Trellis, id: string) =>
  queryOptions({
    queryKey: ['thing', id],
    queryFn: async ({ signal }) =>
      (await trellis.get('/things/{id}', { path: { id }, signal })).data as Thing,
  });

/** Reads the history of a property over the last hours, by intervals. */
export const historyQuery = (trellis: Trellis, id: string, name: string, hours: number) =>
  queryOptions({
    queryKey: ['history', id, name, hours],
    staleTime: 30_000,
    // The time range moves on even if nothing changes.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const to = Date.now();
      const from = to - hours * 3_600_000;
      const query = {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        interval: hours <= 1 ? 'PT1M' : hours <= 24 ? 'PT15M' : 'PT2H',
      };
      const path = { id, name };
      const { data } = await trellis.get('/things/{id}/properties/{name}/history', {
        path,
        query,
        signal,
      });
      return data as Interval[];
    },
  });

/** Lists what changed of a thing, newest first; of a property if it is given. */
export const logbookQuery = (trellis: Trellis, id: string, property: string | undefined) =>
  pagesQuery<LogbookEntry>(
    ['logbook', id, { property }],
    ({ query, signal }) =>
      trellis.get('/things/{id}/logbook', { path: { id }, query: { property, ...query }, signal }),
    20,
  );

/** Returns the output of a write or an action. After a 202, waits for the interaction to end. */
async function settle(trellis: Trellis, { data, response }: { data: unknown; response: Response }) {
  if (response.status !== 202) return data;
  let interaction = data as Interaction;
  while (interaction.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const answer = await trellis.get('/interactions/{id}', { path: { id: interaction.id } });
    interaction = answer.data as Interaction;
  }
  if (interaction.status === 'completed') return interaction.output;
  throw new Error(interaction.problem?.detail ?? 'The interaction was cancelled.');
}

export const writeProperty = async (
  trellis: Trellis,
  { id, name, value }: { id: string; name: string; value: unknown },
) =>
  settle(
    trellis,
    await trellis.put('/things/{id}/properties/{name}', { path: { id, name }, body: value }),
  );

export const invokeAction = async (
  trellis: Trellis,
  { id, name, input }: { id: string; name: string; input: unknown },
) =>
  settle(
    trellis,
    await trellis.post('/things/{id}/actions/{name}', { path: { id, name }, body: input }),
  );

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

export const appendEvents = (
  known: ReceivedEvent[] | undefined,
  news: ReceivedEvent[],
): ReceivedEvent[] => [...(known ?? []), ...news].slice(-maxEvents);
