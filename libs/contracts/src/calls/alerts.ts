import { z } from 'zod';
import { list } from '../bounded.js';
import { uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';
import { alertTestTimeouts } from '../timeouts.js';
import { expecting, versionOf } from '../version.js';
import { alertCondition } from './alert-condition.js';
import { sealed } from './instances.js';

/** The most addresses of a rule to which e-mails are sent. */
const maxRecipients = 10;

/** The most items that a rule remembers, those that fire for the longest time first. */
export const maxFirings = 1_000;

/** The settings of a rule, without where it tells. */
const settings = {
  name: plainText,
  condition: alertCondition,
  /** How long to wait for more before a message is sent, and between two messages (s). */
  group_seconds: z.number().int().min(0).max(3_600),
  /** How many items a message lists. */
  list_first: z.number().int().min(1).max(50),
  /** After how long a message is repeated while something fires. */
  repeat_minutes: z
    .number()
    .int()
    .min(5)
    .max(30 * 24 * 60)
    .nullable(),
  /** Whether to tell that something has recovered. */
  recovery: z.boolean(),
  /** Until when nothing is sent. */
  silenced_until: z.iso.datetime().nullable(),
};
export const alertSettings = z.object(settings);

const email = list(z.email().max(254), maxRecipients);

/** The channels through which rules tell. */
export const alertChannel = z.enum(['email', 'webhook', 'slack']);
export type AlertChannel = z.infer<typeof alertChannel>;

/** A message that was sent or is being sent. */
export const alertMessage = z.object({
  channel: alertChannel,
  to: z.string(),
  kind: z.enum(['fires', 'still_fires', 'recovered']),
  count: z.number().int(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  error: z.string().optional(),
  created: z.iso.datetime(),
  attempted: z.iso.datetime().optional(),
});
export type AlertMessage = z.infer<typeof alertMessage>;

const targetKind = z.enum([
  'client',
  'instance',
  'agent',
  'callback',
  'subscription',
  'thing',
  'quota',
]);
export type AlertTargetKind = z.infer<typeof targetKind>;

/** An item for which the condition of a rule holds. */
export const alertFiring = z.object({
  kind: targetKind,
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Since when the condition holds; `fired` is when the rule noticed. */
  since: z.iso.datetime(),
  fired: z.iso.datetime(),
  /** When a message about it was last written. */
  notified: z.iso.datetime().optional(),
});

export const alertRule = alertSettings.extend({
  id: uuid,
  email: z.array(z.string()),
  webhook: z.string().optional(),
  /** The origin of the Slack-compatible webhook, whose path is a secret. */
  slack: z.string().optional(),
  previous_secret_until: z.iso.datetime().optional(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  /** How many items fire. */
  firing: z.number().int(),
});
export type AlertRule = z.infer<typeof alertRule>;

/** A rule with what fires, the longest first, and its latest messages. */
export const alertRuleWithState = alertRule.extend({
  fires: z.array(alertFiring),
  messages: z.array(alertMessage),
});
export type AlertRuleWithState = z.infer<typeof alertRuleWithState>;

/** Returns the version of what can be changed of a rule. */
export const alertVersion = (rule: AlertRule): string =>
  versionOf([
    rule.name,
    rule.condition,
    rule.group_seconds,
    rule.list_first,
    rule.repeat_minutes,
    rule.recovery,
    rule.silenced_until,
    rule.email,
    rule.webhook ?? null,
    rule.modified,
  ]);

/** The address of a webhook, with a secret that is used if it is new. */
const webhook = z.object({ url: z.string(), secret: sealed, rotate: z.boolean().optional() });

const onRule = z.object({ developer: plainText, id: z.string() });

/** The result of a test message. */
export const alertTestResult = z.object({
  channel: alertChannel,
  to: z.string(),
  delivered: z.boolean(),
  /** The status of the response of a webhook, or the answer of the mail server. */
  response_status: z.number().int().optional(),
  detail: z.string().optional(),
});

const storedRule = z.object({ rule: alertRule, secretStored: z.boolean() });

export const alertCalls = defineCalls({
  'alerts.create': {
    input: alertSettings.extend({
      developer: plainText,
      app: z.string(),
      id: uuid,
      email,
      webhook: webhook.optional(),
      slack: sealed.optional(),
    }),
    output: storedRule,
    problems: ['invalid_request', 'quota_exceeded', 'invalid_token'],
  },
  'alerts.list': {
    input: z.object({ developer: plainText, page }),
    output: pageOf(alertRule),
  },
  'alerts.read': { input: onRule, output: alertRuleWithState },
  /** Changes the given members; null removes a channel. A changed condition begins anew. */
  'alerts.update': {
    input: onRule.extend({
      ...alertSettings.partial().shape,
      email: email.optional(),
      webhook: webhook.nullable().optional(),
      slack: sealed.nullable().optional(),
      ...expecting,
    }),
    output: storedRule,
    problems: ['invalid_request', 'precondition_failed'],
  },
  'alerts.remove': { input: onRule.extend(expecting), problems: ['precondition_failed'] },
  /** Sends a test message through each channel, and waits for the outcomes. */
  'alerts.test': {
    input: onRule,
    output: z.array(alertTestResult),
    problems: ['rate_limited'],
    timeoutMs: alertTestTimeouts.callMs,
  },
});

/** An item that units-service has found. */
export const foundFiring = z.object({
  rule: z.string(),
  kind: targetKind,
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  since: z.iso.datetime(),
});
export type FoundFiring = z.infer<typeof foundFiring>;

/** The call that evaluates conditions about things and quotas of units-service. */
export const alertEvaluationCalls = defineCalls({
  'alerts.find_firing': {
    input: z.object({
      rules: z.array(
        z.object({
          rule: z.string(),
          developer: plainText,
          condition: alertCondition,
        }),
      ),
    }),
    output: z.array(foundFiring),
  },
});
