import { randomBytes } from 'node:crypto';
import {
  eventCursor,
  eventMatch,
  type Caller,
  type EventMatch,
  memberErrors,
  mergePatch,
  Problem,
  requireExpected,
  type Subscription,
  subscriptionVersion,
} from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  cursorParameter,
  expectedBy,
  lastEventId,
  listAnswer,
  pageOf,
  pageQuery,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { eventShownTo, openStream, readLastEventId } from './open-stream.js';
import { pendingEventResource, thingEventResource, thingEventToJson } from './resource.js';
import {
  newSubscription,
  subscriptionRow as row,
  subscriptionPatch,
  subscriptionResource,
  subscriptionToJson,
  withBareMatch,
} from './subscription-resource.js';
import { requireAccount, requireScopesOf } from './subscription-access.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';
import { withoutAliases } from '../things/aliases.js';
import { pointAt } from '../things/filter.js';

const path = '/api/v1/subscriptions';

const positionQuery = {
  limit: pageQuery.limit,
  cursor: cursorParameter((cursor) => eventCursor.safeParse(cursor).success),
};

export const subscriptionOperations: Operation[] = [
  operation.post(path, {
    ...row,
    id: 'createSubscription',
    summary: 'Subscribe to what matches',
    description:
      'Events of things that meet conditions, and of values only those that cross a threshold, if there is one. They ' +
      'are posted to `url`, one message after another, signed as Standard Webhooks, and can be read as a stream. ' +
      'Needs `svc.things.admin` with `url`, and `svc.units.read` with `in` or `below`.',
    input: {
      body: newSubscription,
      bareIds: ({ match, ...body }, forms) => ({ match: withBareMatch(match, forms), ...body }),
    },
    answer: {
      status: 201,
      body: subscriptionResource,
      problems: [...problemsOf('subscriptions.create', 'events.match'), 'insufficient_scope'],
    },
    audit: { resource: 'subscription' },
    async handle({ body: { match: given, url, from }, newId, ...request }) {
      const { connectors, caller, hrefs, bearer, sealing } = request;
      requireScopesOf(given, request);
      const match = await withPresentThings(request, given);
      if (url !== undefined) requireAccount(bearer);
      const { cursor } = await request
        .units('events.match', { caller, match })
        .catch(pointAt('match'));
      const id = newId();
      const { developer } = caller;
      const secret = newSecret();
      const delivery = url !== undefined && {
        url,
        secret: sealing.seal({ purpose: 'subscriptions.secret', developer, id }, secret),
        cursor: from ?? cursor,
      };
      const created = await connectors('subscriptions.create', {
        caller,
        app: bearer.app,
        id,
        match,
        ...(delivery && { delivery }),
      });
      return {
        headers: { Location: hrefs.subscription(id) },
        body: { ...subscriptionToJson(created, hrefs), ...(delivery && { secret }) },
      };
    },
  }),
  operation.get(path, {
    ...row,
    id: 'listSubscriptions',
    summary: 'List subscriptions',
    description: 'In the order of their creation, without their secrets.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(subscriptionResource) },
    async handle({ connectors, caller, bearer, query, hrefs, url }) {
      const page = await connectors('subscriptions.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (one) => shownTo(bearer, one, hrefs));
    },
  }),
  operation.get(`${path}/:id`, {
    ...row,
    id: 'getSubscription',
    summary: 'Retrieve subscription',
    description: 'Includes the last failure of its messages, if there is one.',
    answer: { status: 200, body: subscriptionResource },
    async handle({ connectors, caller, bearer, params: { id }, hrefs }) {
      const subscription = await connectors('subscriptions.read', { caller, id });
      return representationOf(bearer, subscription, hrefs);
    },
  }),
  operation.patch(`${path}/:id`, {
    ...row,
    id: 'updateSubscription',
    summary: 'Change subscription',
    description:
      'A JSON Merge Patch (RFC 7396) of `match` and `url`; messages go on from the position where they are. One with ' +
      '`url` needs `svc.things.admin`, and `in` and `below` need `svc.units.read`. Streams that are open go on as they ' +
      'began.',
    input: { body: subscriptionPatch },
    answer: {
      status: 204,
      others: changedAnswer(subscriptionResource),
      problems: [...problemsOf('subscriptions.update', 'events.match'), 'insufficient_scope'],
    },
    audit: { resource: 'subscription' },
    async handle({ params: { id }, body, ...request }) {
      const { connectors, caller, bearer, header, hrefs } = request;
      const before = await connectors('subscriptions.read', { caller, id });
      if (before.url !== undefined || body.url !== undefined) requireAccount(bearer);
      const version = subscriptionVersion(before);
      requireExpected(version, expectedBy(header).expected);
      const match = body.match && (await patchedMatch(request, before, body.match));
      // What the patch was applied to.
      const expected = [version];
      const input = { caller, id, match, url: body.url, expected };
      const changed = await connectors('subscriptions.update', input);
      return answerPatch(header, { version: subscriptionVersion(changed) }, async () =>
        representationOf(bearer, changed, hrefs),
      );
    },
  }),
  operation.post(`${path}/:id/rotate`, {
    ...row,
    id: 'rotateSubscriptionSecret',
    summary: 'Rotate the secret of a subscription',
    description:
      'The new secret is shown only once. For a day, the previous one signs the messages as well. Needs `svc.things.admin`.',
    answer: {
      status: 200,
      body: subscriptionResource,
      problems: [...problemsOf('subscriptions.rotate'), 'insufficient_scope'],
    },
    audit: { resource: 'subscription' },
    async handle({ connectors, caller, bearer, sealing, params: { id }, hrefs, newId }) {
      const { developer } = caller;
      await connectors('subscriptions.read', { caller, id });
      requireAccount(bearer);
      const secret = newSecret();
      const rotated = await connectors('subscriptions.rotate', {
        caller,
        id,
        rotation: newId(),
        secret: sealing.seal({ purpose: 'subscriptions.secret', developer, id }, secret),
      });
      return {
        headers: { 'Cache-Control': 'no-store' },
        body: { ...subscriptionToJson(rotated, hrefs), secret },
      };
    },
  }),
  operation.get(`${path}/:id/pending`, {
    ...row,
    id: 'listPendingEvents',
    summary: 'Retrieve pending events',
    description:
      'The events that match after `cursor` of the subscription, whose messages are posted in this order; the first is ' +
      'the one that holds up the others, if there is an `error`. Of a stream there are none. A page looks at 1,000 ' +
      'events, so that it may hold fewer than its limit, or none, and still lead to a next one. Needs `svc.things.admin`.',
    input: { query: z.strictObject(positionQuery) },
    answer: {
      status: 200,
      body: z.array(pendingEventResource),
      problems: [...problemsOf('events.match'), 'insufficient_scope'],
    },
    async handle({ params: { id }, query, ...request }) {
      const { connectors, units, bearer, hrefs, url } = request;
      const found = await connectors('subscriptions.read', { caller: request.caller, id });
      requireAccount(bearer);
      const { match, cursor } = found;
      requireScopesOf(match, request);
      if (cursor === undefined) return { body: [] };
      const caller = ownerOf(found, request);
      const after = query.cursor ?? cursor;
      const { events, ...page } = await units('events.match', { caller, match, after });
      const items = events.slice(0, query.limit);
      const isCut = items.length < events.length;
      const next = isCut ? items.at(-1)!.cursor : page.more ? page.cursor : undefined;
      return listAnswer({ items, next }, { base: hrefs.base, url }, (event) => ({
        type: event.kind,
        data: thingEventToJson(event, hrefs),
      }));
    },
  }),
  operation.delete(`${path}/:id`, {
    ...row,
    id: 'deleteSubscription',
    summary: 'Delete subscription',
    description:
      'Nothing more is posted; one with `url` needs `svc.things.admin`. Streams that are open end with the access token.',
    answer: { status: 204, problems: ['insufficient_scope'] },
    audit: { resource: 'subscription' },
    async handle({ connectors, caller, bearer, header, params: { id } }) {
      const { url } = await connectors('subscriptions.read', { caller, id });
      if (url !== undefined) requireAccount(bearer);
      await connectors('subscriptions.remove', { caller, id, ...expectedBy(header) });
    },
  }),
  operation.get(`${path}/:id/events`, {
    ...row,
    id: 'followSubscription',
    summary: 'Follow what a subscription matches',
    description:
      'Server-sent events as those of `GET /events`, with the same ids. `Last-Event-ID` continues after an event; when ' +
      'those since then are not kept any more, `reset` says that events were missed.',
    input: { headers: { 'Last-Event-ID': lastEventId } },
    answer: { status: 200, events: thingEventResource },
    async handle({ params: { id }, ...request }) {
      const { connectors, units } = request;
      const lastEventId = readLastEventId(request);
      const found = await connectors('subscriptions.read', { caller: request.caller, id });
      const { match } = found;
      requireScopesOf(match, request);
      const caller = ownerOf(found, request);
      // Determined before the answer begins, so that nothing after that is missed.
      const after = lastEventId ?? (await units('events.read', { caller })).cursor;
      const selection = { caller, after, match };
      return { stream: openStream(request, selection, eventShownTo(request)) };
    },
  }),
];

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Returns the owner of a subscription: the account or an end user. */
const ownerOf = (
  { subject }: Subscription,
  { caller: { developer } }: Pick<OperationRequest, 'caller'>,
): Caller => ({ developer, ...(subject !== undefined && { subject }) });

/** Replaces the ids of merged and replaced things in a match. */
const withPresentThings = async (
  request: Pick<OperationRequest, 'units' | 'caller'>,
  match: EventMatch,
): Promise<EventMatch> =>
  match.things ? { ...match, things: await withoutAliases(request, match.things) } : match;

/** Applies a patch to the conditions of a subscription, and checks that the caller may see all that they name. */
async function patchedMatch(
  request: Pick<OperationRequest, 'units' | 'bearer' | 'caller' | 'idForms'>,
  subscription: Subscription,
  patch: Record<string, unknown>,
): Promise<EventMatch> {
  const { success, data, error } = eventMatch.safeParse(mergePatch(subscription.match, patch));
  if (!success) {
    const errors = memberErrors(error, ['match']);
    throw new Problem('invalid_request', 'The request is not valid.', { errors });
  }
  const bare = withBareMatch(data, request.idForms);
  requireScopesOf(bare, request);
  const caller = ownerOf(subscription, request);
  const patched = await withPresentThings({ units: request.units, caller }, bare);
  await request.units('events.match', { caller, match: patched }).catch(pointAt('match'));
  return patched;
}

/** Returns a subscription, in the version that a patch changes. */
function representationOf(
  bearer: OperationRequest['bearer'],
  subscription: Subscription,
  hrefs: Hrefs,
) {
  const body = shownTo(bearer, subscription, hrefs);
  return { body, etag: tagOf(subscriptionVersion(subscription), body) };
}

/** Returns a subscription as the caller may see it: end-user tokens cannot see the address of the app's webhook. */
function shownTo(
  { subject }: OperationRequest['bearer'],
  subscription: Subscription,
  hrefs: Hrefs,
) {
  if (subject === undefined) return subscriptionToJson(subscription, hrefs);
  const {
    url: _,
    error: _error,
    cursor: _cursor,
    previous_secret_until: _until,
    ...shown
  } = subscription;
  return subscriptionToJson(shown, hrefs);
}
