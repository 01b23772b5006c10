import { randomBytes } from 'node:crypto';
import { eventCursor, webhookVersion } from '@trellis/contracts';
import { expectedBy, requiredBy } from '@trellis/operations';
import { z } from 'zod';
import {
  callbackReading as reading,
  callbackRow as row,
  callingApp,
  newWebhook,
  webhookResource,
} from './callback-resource.js';
import { operation, type Operation, problemsOf } from '../operation.js';
import { createdId } from '../resources/reference.js';

/** The interface calls the webhook of an app its callback. */
const path = '/api/v1/callback';

export const webhookOperations: Operation[] = [
  operation.put(path, {
    ...row,
    id: 'registerCallback',
    summary: 'Register the callback of the calling app',
    description:
      'Action requests for the things that the app has created are posted there, signed as Standard ' +
      'Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day.',
    input: { body: newWebhook },
    answer: {
      status: 200,
      body: webhookResource,
      others: { 201: { description: 'It is new', body: webhookResource } },
      problems: problemsOf('webhooks.put'),
    },
    audit: { resource: 'callback' },
    async handle({ connectors, sealing, body, hrefs, header, ...request }) {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const { developer, app } = callingApp(request);
      const { webhook, isNew, secretStored } = await connectors('webhooks.put', {
        developer,
        app,
        url: body.url,
        events: [...new Set(body.events)],
        rotate: body.rotate_secret,
        secret: sealing.seal({ purpose: 'callbacks.secret', developer, id: app }, secret),
        ...requiredBy(header),
      });
      return {
        status: isNew ? 201 : 200,
        etag: webhookVersion(webhook),
        ...(isNew && { headers: { Location: hrefs.appCallback } }),
        body: { ...webhook, ...(secretStored && { secret }) },
      };
    },
  }),
  operation.get(path, {
    ...reading,
    id: 'getCallback',
    summary: 'Retrieve the callback of the calling app',
    description:
      'Its address and the events that it subscribed to. The secret is shown only when it is new.',
    answer: { status: 200, body: webhookResource, problems: ['not_found'] },
    async handle({ connectors, ...request }) {
      const webhook = await connectors('webhooks.read', callingApp(request));
      return { body: webhook, etag: webhookVersion(webhook) };
    },
  }),
  operation.delete(path, {
    ...row,
    id: 'deleteCallback',
    summary: 'Delete the callback of the calling app',
    description:
      'Nothing more is sent to the app, and actions of its things are refused. Messages that wait are ' +
      'dropped.',
    answer: { status: 204, problems: ['not_found'] },
    audit: { resource: 'callback' },
    async handle({ connectors, ...request }) {
      const app = callingApp(request);
      await connectors('webhooks.remove', { ...app, ...expectedBy(request.header) });
    },
  }),
  operation.post(`${path}/replay`, {
    ...row,
    id: 'replayEvents',
    summary: 'Send everything since a position again',
    description:
      'Sends the events after `from`, up to now, to which the callback has subscribed: one message after another, in the ' +
      'order of changes, under ids of their own. `from` is a `cursor` of `GET /changes` or the id of an event. A message ' +
      'that fails for good ends the replay.',
    input: { body: z.strictObject({ from: eventCursor }).meta({ id: 'Replay' }) },
    answer: {
      status: 202,
      body: createdId,
      problems: ['not_found', ...problemsOf('webhooks.replay')],
    },
    audit: { resource: 'callback' },
    async handle({ connectors, body: { from }, newId, ...request }) {
      const id = newId();
      return { body: await connectors('webhooks.replay', { ...callingApp(request), id, from }) };
    },
  }),
];
