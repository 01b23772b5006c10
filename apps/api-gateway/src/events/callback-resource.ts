import { list, webhook, webhookEventType } from '@trellis/contracts';
import { z } from 'zod';
import type { OperationRequest } from '../operation.js';

export const webhookResource = webhook
  .extend({
    secret: z.string().optional().meta({
      readOnly: true,
      description: 'Signs the messages (Standard Webhooks). Shown only when it is new.',
    }),
  })
  .meta({ id: 'Callback' });

/** The most events of a registration, repeated ones included. */
const maxEvents = 100;

export const receiverUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
  .max(2048)
  .refine(
    (given) => hasOnlyAddress(given),
    'Must have no fragment, and no user or password in it.',
  );

/** Returns whether an address has no fragment or credentials; one that cannot be parsed has another error. */
function hasOnlyAddress(given: string): boolean {
  if (!URL.canParse(given)) return true;
  const { hash, username, password } = new URL(given);
  return !hash && !username && !password;
}

export const newWebhook = z
  .strictObject({
    url: receiverUrl.describe('Where messages are posted.'),
    events: list(webhookEventType, maxEvents)
      .default([])
      .describe('The events that the app subscribes to.'),
    rotate_secret: z.boolean().default(false).describe('Makes a new secret; both sign for a day.'),
  })
  .meta({
    id: 'NewCallback',
    example: { url: 'https://app.example/trellis', events: ['client_status_changed'] },
  });

/** The members that all operations on the callback of the calling app have. */
export const callbackRow = {
  tag: 'Callbacks',
  access: { scope: 'svc.things.admin', subject: 'none' },
} as const;

/** Those of the ones that only read, which support may. */
export const callbackReading = {
  ...callbackRow,
  access: { ...callbackRow.access, scope: ['svc.things.admin', 'svc.connector.read'] },
} as const;

export const callingApp = ({ caller, bearer }: Pick<OperationRequest, 'caller' | 'bearer'>) => ({
  developer: caller.developer,
  app: bearer.app,
});
