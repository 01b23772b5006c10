import { alertCondition, alertTestTimeouts, Problem, type Handler } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import type { Runtime } from '../runtime.js';
import type { AlertContent } from './content.js';
import { requireRule, toRule } from './read.js';
import { sendAlert, type SendAlertNeeds } from './send.js';
import { receiversOf } from './notify.js';

type Needs = Omit<SendAlertNeeds, 'bulkhead'> &
  Pick<Runtime, 'database'> & { alertTests: SendAlertNeeds['bulkhead'] };

/** The shortest time between two tests of a rule (s), since anybody's address may be entered. */
const intervalS = 10;

/** Sends a test message through each channel of a rule, and returns the outcomes. It is not repeated. */
export const testAlert: Handler<'alerts.test', Needs> = async (
  { alertTests: bulkhead, ...needs },
  { developer, id },
) => {
  const { database, sealing } = needs;
  const row = await requireRule(database, { developer, id });
  const claimed = await database.$executeRaw`
    UPDATE alert_rules SET tested_at = now()
    WHERE key = ${row.key} AND (tested_at IS NULL OR tested_at <= now() - ${intervalS} * interval '1 second')`;
  if (claimed === 0) {
    const detail = `A rule is tested once in ${intervalS} seconds.`;
    throw new Problem('rate_limited', detail, { retry_after: intervalS });
  }
  const rule = toRule(sealing, row);
  const content: AlertContent = {
    kind: 'test',
    rule: { id, name: row.name },
    condition: alertCondition.parse(JSON.parse(row.condition)),
    at: new Date().toISOString(),
    count: 0,
    items: [],
    firing: rule.firing,
  };
  const receivers = receiversOf({
    emails: row.emails,
    hasWebhook: row.webhook !== null,
    hasSlack: row.slack !== null,
  });
  return Promise.all(
    receivers.map(async ({ channel, recipient }) => {
      const alert = { id: newId(), channel, recipient, content, isRetry: false };
      const outcome = await inTime(sendAlert({ ...needs, bulkhead }, row, alert));
      return {
        channel,
        to: recipient ?? (channel === 'webhook' ? rule.webhook : rule.slack) ?? '',
        delivered: outcome.status === 'delivered',
        response_status: outcome.responseStatus,
        detail: outcome.error,
      };
    }),
  );
};

type Attempted = Awaited<ReturnType<typeof sendAlert>>;

/** Ends the wait for an attempt in time for the caller. */
async function inTime(attempt: Promise<Attempted>): Promise<Attempted> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Attempted>((resolve) => {
    const error = 'There was no answer in time.';
    timer = setTimeout(() => resolve({ status: 'failed', error }), alertTestTimeouts.sendMs);
  });
  try {
    return await Promise.race([attempt, late]);
  } finally {
    clearTimeout(timer);
  }
}
