import type { Handler } from '@trellis/contracts';
import { about } from '../../log-subject.js';
import type { Runtime } from '../../runtime.js';
import { withAttempt } from '../attempt.js';
import { signingSecrets } from '../secrets.js';
import { send, type SendNeeds } from '../send.js';
import { toDetails } from './deliveries.js';
import { requireWebhook } from './register.js';

type Needs = Omit<SendNeeds, 'bulkhead'> & Pick<Runtime, 'database' | 'sealing' | 'testMessages'>;

/** Sends a test message once, and stores it as a delivery that has ended. */
export const testWebhook: Handler<'webhooks.test', Needs> = async (
  { testMessages: bulkhead, ...needs },
  { id, ...of },
) => {
  const { database, sealing } = needs;
  const webhook = await requireWebhook(database, of);
  const { key: webhookKey, developer, app, url } = webhook;
  const known = await database.delivery.findFirst({ where: { id, webhookKey } });
  if (known) return toDetails(needs, of, known);
  const type = 'test';
  const created = new Date();
  const message = { type, timestamp: created.toISOString(), data: {} };
  const { attempt, status, error, responseStatus } = await about({ developer }, () =>
    send(
      { ...needs, bulkhead },
      {
        id,
        body: JSON.stringify(message),
        developer,
        url,
        secrets: signingSecrets(sealing, { ...webhook, table: 'callbacks', id: app }),
        group: String(webhookKey),
        isRetry: false,
        interactionId: null,
        idempotent: true,
        created,
      },
      { isLast: true },
    ),
  );
  const stored = await database.delivery.create({
    data: {
      id,
      webhookKey,
      type,
      payload: sealing.seal({ purpose: 'deliveries.payload', developer, id }, message),
      status,
      attempts: 1,
      responseStatus: responseStatus ?? null,
      error: error ?? null,
      created,
      attempted: created,
      lastAttempts: withAttempt(null, attempt),
    },
  });
  return toDetails(needs, of, stored);
};
