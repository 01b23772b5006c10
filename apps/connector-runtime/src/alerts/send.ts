import type { AlertChannel } from '@trellis/contracts';
import type { AlertRule } from '../generated/prisma/client.js';
import { signingSecrets } from '../delivery/secrets.js';
import { send, type Outcome, type SendNeeds } from '../delivery/send.js';
import type { Runtime } from '../runtime.js';
import type { AlertContent } from './content.js';
import { toEmail } from './email.js';
import { toSlackBody, toWebhookBody } from './messages.js';

export type SendAlertNeeds = SendNeeds &
  Pick<Runtime, 'sealing' | 'mailer'> & {
    /** The public address, for links to the console. */
    base: string | undefined;
  };

interface OutgoingAlert {
  id: string;
  channel: AlertChannel;
  recipient: string | null;
  content: AlertContent;
  isRetry: boolean;
}

type Attempted = Pick<Outcome, 'status' | 'error' | 'responseStatus' | 'isOverloaded'>;

const gone: Attempted = { status: 'failed', error: 'The rule has no such address any more.' };

/** Sends a message of a rule once, through one channel; returns what follows. */
export async function sendAlert(
  needs: SendAlertNeeds,
  rule: AlertRule,
  alert: OutgoingAlert,
): Promise<Attempted> {
  switch (alert.channel) {
    case 'email':
      return sendEmail(needs, rule, alert);
    case 'webhook': {
      const { webhook: url, secret } = rule;
      if (url === null || secret === null) return gone;
      const secrets = signingSecrets(needs.sealing, { ...rule, table: 'alert_rules', secret });
      return post(needs, rule, alert, { url, secrets, body: toWebhookBody(alert.content) });
    }
    case 'slack': {
      const url = slackUrl(needs, rule);
      if (url === undefined) return gone;
      const body = toSlackBody(alert.content, needs.base);
      return hideAddress(await post(needs, rule, alert, { url, secrets: [], body }), url);
    }
  }
}

/** Opens the address of the Slack-compatible webhook of a rule. */
export function slackUrl(
  { sealing }: Pick<SendAlertNeeds, 'sealing'>,
  { id, developer, slack }: Pick<AlertRule, 'id' | 'developer' | 'slack'>,
): string | undefined {
  if (slack === null) return undefined;
  return String(sealing.open({ purpose: 'alert_rules.slack', developer, id }, slack));
}

/** The path of the address is a secret, and must not be shown as part of an error. */
const hideAddress = (outcome: Attempted, url: string): Attempted => ({
  ...outcome,
  error: outcome.error?.replaceAll(url, new URL(url).origin),
});

async function sendEmail(
  { mailer, base }: SendAlertNeeds,
  { emails }: AlertRule,
  { id, recipient, content }: OutgoingAlert,
): Promise<Attempted> {
  if (recipient === null || !emails.includes(recipient)) return gone;
  if (!mailer) return { status: 'pending', error: 'This installation has no mail server now.' };
  return mailer.send({ id, to: recipient, ...toEmail(content, base) });
}

const post = (
  needs: SendNeeds,
  { id: group, developer }: AlertRule,
  { id, isRetry }: OutgoingAlert,
  { url, secrets, body }: { url: string; secrets: string[]; body: object },
): Promise<Outcome> =>
  send(needs, {
    id,
    body: JSON.stringify(body),
    developer,
    url,
    secrets,
    group,
    isRetry,
    interactionId: null,
    idempotent: true,
    created: new Date(),
  });
