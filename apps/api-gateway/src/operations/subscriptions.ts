import { randomBytes } from 'node:crypto';
import {
  connectorsContract,
  Problem,
  unitsContract,
  type EventMatch,
  type Subscription,
} from '@trellis/contracts';
import { z } from 'zod';
import { eventItem, openStream, readLastEventId } from '../events/open-stream.js';
import type { Hrefs } from '../http/hrefs.js';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { lastEventId } from '../http/openapi-parameters.js';
import { operation, type Operation, type OperationRequest } from '../http/operation.js';
import { requireScope } from '../http/scope.js';
import {
  newSubscription,
  subscriptionResource,
  subscriptionToJson,
  withBareMatch,
} from '../resources/subscription.js';
import { thingEventResource } from '../resources/thing-event.js';

const row = { tag: 'Subscriptions', access: 'svc.things.read', subject: 'optional' } as const;

const path = '/api/v1/subscriptions';

export const subscriptionOperations: Operation[] = [
  operation({
    ...row,
    method: 'post',
    path,
    id: 'createSubscription',
    summary: 'Subscribe to what matches',
    description:
      'Events of things that meet conditions, and of values only those that cross a threshold, if there is one. They ' +
      'are posted to `url`, one message after another, signed as Standard Webhooks, and can be read as a stream. ' +
      'Needs `svc.things.admin` with `url`, and `svc.units.read` with `in` or `below`.',
    body: newSubscription,
    bareIds: ({ match, ...body }, forms) => ({ match: withBareMatch(match, forms), ...body }),
    status: 201,
    answer: subscriptionResource,
    problems: [
      ...connectorsContract.calls['subscriptions.create'].problems,
      ...unitsContract.calls['events.match'].problems,
      'insufficient_scope',
    ],
    async handle({ body: { match, url, from }, newId, ...request }) {
      const { connectors, caller, hrefs, bearer, sealing } = request;
      requireScopesOf(match, request);
      if (url !== undefined) requireAccount(bearer);
      const { cursor } = await request.units('events.match', { caller, match }).catch(pointToMatch);
      const id = newId();
      const { developer } = caller;
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const delivery = url !== undefined && {
        url,
        secret: sealing.seal({ purpose: 'subscriptions.secret', developer, id }, secret),
        cursor: from ?? cursor,
      };
      const created = await connectors('subscriptions.create', {
        ...{ caller, app: bearer.app, id, match },
        ...(delivery && { delivery }),
      });
      return {
        headers: { Location: hrefs.subscription(id) },
        body: { ...subscriptionToJson(created, hrefs), ...(delivery && { secret }) },
      };
    },
  }),
  operation({
    ...row,
    method: 'get',
    path,
    id: 'listSubscriptions',
    summary: 'List subscriptions',
    description: 'In the order of their creation, without their secrets.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: z.array(subscriptionResource),
    async handle({ connectors, caller, bearer, query, hrefs, url }) {
      const page = await connectors('subscriptions.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (one) => shownTo(bearer, one, hrefs));
    },
  }),
  operation({
    ...row,
    method: 'get',
    path: `${path}/:id`,
    id: 'getSubscription',
    summary: 'Retrieve subscription',
    description: 'With the last failure of its messages, if they fail.',
    status: 200,
    answer: subscriptionResource,
    async handle({ connectors, caller, bearer, params: { id }, hrefs }) {
      const subscription = await connectors('subscriptions.read', { caller, id });
      return { body: shownTo(bearer, subscription, hrefs) };
    },
  }),
  operation({
    ...row,
    method: 'delete',
    path: `${path}/:id`,
    id: 'deleteSubscription',
    summary: 'Delete subscription',
    description:
      'Nothing more is posted; one with `url` needs `svc.things.admin`. Streams that are open end with the access token.',
    status: 204,
    problems: ['insufficient_scope'],
    async handle({ connectors, caller, bearer, params: { id } }) {
      const { url } = await connectors('subscriptions.read', { caller, id });
      if (url !== undefined) requireAccount(bearer);
      await connectors('subscriptions.remove', { caller, id });
    },
  }),
  operation({
    ...row,
    method: 'get',
    path: `${path}/:id/events`,
    id: 'followSubscription',
    summary: 'Follow what a subscription matches',
    description:
      'Server-sent events as those of `GET /events`, with the same ids. `Last-Event-ID` continues after an event; when ' +
      'those since then are not kept any more, `reset` says that events were missed.',
    headers: { 'Last-Event-ID': lastEventId },
    status: 200,
    events: thingEventResource,
    async handle({ params: { id }, ...request }) {
      const { connectors, units, hrefs } = request;
      const lastEventId = readLastEventId(request);
      const { match, subject } = await connectors('subscriptions.read', {
        caller: request.caller,
        id,
      });
      requireScopesOf(match, request);
      const { developer } = request.caller;
      const caller = { developer, ...(subject !== undefined && { subject }) };
      // Determined before the answer begins, so that nothing after that is missed.
      const after = lastEventId ?? (await units('events.read', { caller })).cursor;
      const selection = { caller, after, match };
      return { stream: openStream(request, selection, (item) => eventItem(item, hrefs)) };
    },
  }),
];

/** Messages to an address go on after the access token has expired, so that no end user may have them sent. */
function requireAccount(bearer: OperationRequest['bearer']): void {
  requireScope({ access: 'svc.things.admin' }, bearer);
  if (bearer.subject === undefined) return;
  throw new Problem('bound_to_subject', 'It can read a stream, but have nothing posted.');
}

/** Where the app has messages posted is no matter of an end user. */
function shownTo(
  { subject }: OperationRequest['bearer'],
  subscription: Subscription,
  hrefs: Hrefs,
) {
  if (subject === undefined) return subscriptionToJson(subscription, hrefs);
  const { url: _, error: _error, cursor: _cursor, ...shown } = subscription;
  return subscriptionToJson(shown, hrefs);
}

/** Where things are is told by units. */
function requireScopesOf(match: EventMatch, { bearer }: Pick<OperationRequest, 'bearer'>): void {
  if (match.in === undefined && match.below === undefined) return;
  requireScope({ access: 'svc.units.read' }, bearer);
}

/** What services say of a query is about the match here. */
function pointToMatch(error: unknown): never {
  if (!(error instanceof Problem) || !error.extras.errors) throw error;
  const errors = error.extras.errors.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/(query\/)?/, '/match/'),
    detail,
  }));
  throw new Problem(error.code, error.message, { ...error.extras, errors });
}
