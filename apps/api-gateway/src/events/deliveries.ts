import { testMessageTimeouts } from '@trellis/contracts';
import { listAnswer, pageOf, pageQuery, sortParameter } from '@trellis/operations';
import { z } from 'zod';
import { callbackReading as reading, callbackRow as row, callingApp } from './callback-resource.js';
import {
  deliveryConditions,
  deliveryResource,
  deliveryToJson,
  deliveryWithPayload,
  redeliveryResource,
  redeliveryToJson,
  toFilter,
} from './delivery-resource.js';
import { operation, type Operation, problemsOf } from '../operation.js';

const path = '/api/v1/callback';

export const deliveryOperations: Operation[] = [
  operation.post(`${path}/test`, {
    ...row,
    id: 'sendTestMessage',
    summary: 'Send a test message to the callback',
    description:
      'Sends a message of the type `test` at once, and only once, and answers with the delivery: its attempt has the ' +
      'status, the duration and the beginning of the answer of the app, or the error. Counts as a trial; an account has ' +
      '60 a minute.',
    answer: { status: 200, body: deliveryWithPayload, problems: ['not_found'] },
    limits: { isTrial: true, timeoutMs: () => testMessageTimeouts.requestMs },
    audit: { resource: 'callback' },
    async handle({ connectors, newId, hrefs, ...request }) {
      const sent = await connectors('webhooks.test', { ...callingApp(request), id: newId() });
      return { body: deliveryToJson(sent, hrefs) };
    },
  }),
  operation.get(`${path}/deliveries`, {
    ...reading,
    id: 'listDeliveries',
    summary: 'Retrieve deliveries',
    description:
      'The messages of the last seven days to the callback that meet all conditions, oldest first. A page that has to ' +
      'pass over many others may have fewer than its limit, or none, and still a next one.',
    input: {
      query: z.strictObject({
        ...pageQuery,
        ...deliveryConditions,
        sort: sortParameter(['created']),
      }),
    },
    answer: { status: 200, body: z.array(deliveryResource), problems: ['not_found'] },
    async handle({ connectors, query, hrefs, url, idForms, ...request }) {
      const { sort, limit, cursor, ...conditions } = query;
      const page = await connectors('deliveries.list', {
        ...callingApp(request),
        page: pageOf({ limit, cursor }),
        filter: toFilter(conditions, idForms, '/query'),
        descending: sort === '-created',
      });
      return listAnswer(page, { base: hrefs.base, url }, (item) => deliveryToJson(item, hrefs));
    },
  }),
  operation.get(`${path}/deliveries/:id`, {
    ...reading,
    id: 'getDelivery',
    summary: 'Retrieve delivery',
    description:
      'With the message, and the last ten attempts: the time, the duration, the status or the error, and the first 8 KiB ' +
      'of the answer of each.',
    answer: { status: 200, body: deliveryWithPayload },
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      const delivery = await connectors('deliveries.read', { ...callingApp(request), id });
      return { body: deliveryToJson(delivery, hrefs) };
    },
  }),
  operation.post(`${path}/deliveries/:id/redeliveries`, {
    ...row,
    id: 'redeliverMessage',
    summary: 'Send a message again',
    description:
      'With the same `webhook-id`. An action that has an outcome is not requested a second time.',
    answer: { status: 202, body: deliveryResource, problems: problemsOf('deliveries.redeliver') },
    audit: { resource: 'callback' },
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      const delivery = await connectors('deliveries.redeliver', { ...callingApp(request), id });
      return { body: deliveryToJson(delivery, hrefs) };
    },
  }),
  operation.post(`${path}/redeliveries`, {
    ...row,
    id: 'redeliverMessages',
    summary: 'Send all messages again that match',
    description:
      'Sends the messages again that were stored by now and meet all conditions, as `GET /callback/deliveries` lists them, ' +
      'each with its `webhook-id`. Those that wait for their next attempt are sent at once; actions that have an outcome ' +
      'are left out. The first 500 are on their way with the answer, the others follow; `redelivered` counts them. One ' +
      'runs at a time. Repeat it with the same `Idempotency-Key` to send nothing twice.',
    input: { body: z.strictObject(deliveryConditions).meta({ id: 'NewRedelivery' }) },
    answer: {
      status: 202,
      body: redeliveryResource,
      problems: ['not_found', ...problemsOf('redeliveries.start')],
    },
    audit: { resource: 'callback' },
    async handle({ connectors, body, newId, idForms, hrefs, ...request }) {
      const filter = toFilter(body, idForms, '');
      const input = { ...callingApp(request), id: newId(), filter };
      const started = await connectors('redeliveries.start', input);
      return {
        headers: { Location: hrefs.redelivery(started.id) },
        body: redeliveryToJson(started, hrefs),
      };
    },
  }),
  operation.get(`${path}/redeliveries/:id`, {
    ...reading,
    id: 'getRedelivery',
    summary: 'Retrieve redelivery',
    description: 'How many messages it has sent again so far, for seven days.',
    answer: { status: 200, body: redeliveryResource },
    async handle({ connectors, params: { id }, hrefs, ...request }) {
      const found = await connectors('redeliveries.read', { ...callingApp(request), id });
      return { body: redeliveryToJson(found, hrefs) };
    },
  }),
];
