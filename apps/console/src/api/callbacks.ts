import { queryOptions } from '@tanstack/react-query';
import { isProblem, type components, type OptionsOf, type Trellis } from '@trellis/client';
import { pagesQuery, resourceQuery } from './pages.js';

export type Callback = components['schemas']['Callback'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryWithPayload = components['schemas']['DeliveryWithPayload'];
export type Subscription = components['schemas']['Subscription'];

/** An attempt to send a message; of a subscription it says which one. */
export type DeliveryAttempt = DeliveryWithPayload['last_attempts'][number] &
  Partial<Pick<components['schemas']['SubscriptionAttempt'], 'message'>>;

type Query = NonNullable<OptionsOf<'get', '/callback/deliveries'>['query']>;
export type DeliveryConditions = Omit<Query, 'limit' | 'cursor' | 'sort'>;

/** Reads the callback of the app; null if it has none. */
export const callbackQuery = (trellis: Trellis) =>
  queryOptions({
    queryKey: ['callback'],
    queryFn: async ({ signal }) => {
      try {
        return (await trellis.get('/callback', { signal })).data;
      } catch (error) {
        if (isProblem(error, 'not_found')) return null;
        throw error;
      }
    },
  });

/** Lists the deliveries to the callback, newest first. */
export const deliveriesQuery = (trellis: Trellis, conditions: DeliveryConditions) =>
  pagesQuery<Delivery>(['deliveries', conditions], ({ query, signal }) =>
    trellis.get('/callback/deliveries', {
      query: { sort: '-created', ...query, ...conditions },
      signal,
    }),
  );

/** Lists the subscriptions. */
export const subscriptionsQuery = (trellis: Trellis) =>
  pagesQuery<Subscription>(
    ['subscriptions'],
    ({ query, signal }) => trellis.get('/subscriptions', { query, signal }),
    1_000,
  );

export const attemptsQuery = (trellis: Trellis, id: string) =>
  resourceQuery(trellis, ['attempts', id], '/subscriptions/{id}/attempts', { path: { id } });
