import { randomBytes } from 'node:crypto';
import { announcementType, anyJson, callback, delivery, type Delivery } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../http/href.js';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation, type OperationRequest } from '../http/operation.js';

const row = { tag: 'Callbacks', access: 'svc.things.admin', subject: 'none' } as const;

const url = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
  .max(2048)
  .refine((given) => isBare(given), 'Must have no fragment, and no user or password in it.');

/** What is no address at all has been refused for that. */
function isBare(given: string): boolean {
  if (!URL.canParse(given)) return true;
  const { hash, username, password } = new URL(given);
  return !hash && !username && !password;
}

const newCallback = z
  .strictObject({
    url: url.meta({ description: 'Where messages are posted to.' }),
    events: z
      .array(announcementType)
      .default([])
      .meta({ description: 'What else the app wants to be told.' }),
    rotate_secret: z.boolean().default(false),
  })
  .meta({
    id: 'NewCallback',
    example: { url: 'https://app.example/trellis', events: ['client_status_changed'] },
  });

const callbackResource = callback
  .extend({
    secret: z.string().optional().meta({
      description: 'Signs the messages (Standard Webhooks); shown when it is new.',
    }),
  })
  .meta({ id: 'Callback' });

const deliveryResource = delivery
  .extend({ href: z.url(), payload: anyJson.optional() })
  .meta({ id: 'Delivery' });

export const callbackOperations: Operation[] = [
  operation({
    ...row,
    method: 'put',
    path: '/api/v1/callback',
    summary: 'Register the callback of the calling app',
    description:
      'Action requests for the things that the app has made are posted there, signed as in Standard ' +
      'Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day.',
    body: newCallback,
    status: 200,
    answer: callbackResource,
    otherAnswers: { 201: { description: 'It is new', answer: callbackResource } },
    async handle({ connectors, sealing, body, hrefs, ...request }) {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const { url, events, rotate_secret: rotate } = body;
      const sealed = sealing.seal(secret);
      const stored = await connectors('callbacks.put', {
        ...ofApp(request),
        ...{ url, events: [...new Set(events)], rotate, secret: sealed },
      });
      return {
        status: stored.isNew ? 201 : 200,
        ...(stored.isNew && { headers: { Location: hrefs.appCallback } }),
        body: { ...stored.callback, ...(stored.secretKept && { secret }) },
      };
    },
  }),
  operation({
    ...row,
    method: 'get',
    path: '/api/v1/callback',
    summary: 'Retrieve the callback of the calling app',
    status: 200,
    answer: callbackResource,
    async handle({ connectors, ...request }) {
      return { body: await connectors('callbacks.read', ofApp(request)) };
    },
  }),
  operation({
    ...row,
    method: 'delete',
    path: '/api/v1/callback',
    summary: 'Remove the callback of the calling app',
    status: 204,
    async handle({ connectors, ...request }) {
      await connectors('callbacks.remove', ofApp(request));
      return {};
    },
  }),
  operation({
    ...row,
    method: 'get',
    path: '/api/v1/callback/deliveries',
    summary: 'Retrieve deliveries',
    description: 'What was sent to the callback in the last seven days.',
    query: z.strictObject({ ...pageQuery, status: delivery.shape.status.optional() }),
    status: 200,
    answer: z.array(deliveryResource),
    async handle({ connectors, query: { status, ...query }, hrefs, url, ...request }) {
      const input = { ...ofApp(request), page: pageOf(query), ...(status && { status }) };
      const page = await connectors('deliveries.list', input);
      return listAnswer(page, { base: hrefs.base, url }, (one) => show(one, hrefs));
    },
  }),
  operation({
    ...row,
    method: 'get',
    path: '/api/v1/callback/deliveries/:id',
    summary: 'Retrieve delivery',
    status: 200,
    answer: deliveryResource,
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      return { body: show(await connectors('deliveries.read', { ...ofApp(request), id }), hrefs) };
    },
  }),
  operation({
    ...row,
    method: 'post',
    path: '/api/v1/callback/deliveries/:id/redeliveries',
    summary: 'Send a message again',
    description:
      'Under the same `webhook-id`. An action that has an outcome is not asked for again.',
    status: 202,
    answer: deliveryResource,
    problems: ['interaction_ended'],
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      const repeated = await connectors('deliveries.repeat', { ...ofApp(request), id });
      return { body: show(repeated, hrefs) };
    },
  }),
];

type Calling = Pick<OperationRequest<string, unknown, unknown>, 'caller' | 'bearer'>;

const ofApp = ({ caller: { developer }, bearer: { app } }: Calling) => ({ developer, app });

const show = (shown: Delivery, hrefs: Hrefs) => ({ ...shown, href: hrefs.delivery(shown.id) });
