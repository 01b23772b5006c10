import {
  alertFiring,
  alertMessage,
  alertRule,
  alertSettings,
  alertTestResult,
  type AlertCondition,
  type AlertRule,
  type AlertRuleWithState,
  list,
} from '@trellis/contracts';
import { type IdForms, requireSubject } from '@trellis/operations';
import { z } from 'zod';
import { receiverUrl } from '../events/callback-resource.js';
import type { Hrefs } from '../resources/hrefs.js';

const { shape } = alertSettings;

const settings = {
  name: shape.name.describe('As messages and the console show it.'),
  condition: shape.condition.describe('When it fires.'),
  group_seconds: shape.group_seconds.describe(
    'How long to wait for more before a message is sent, and at least between two messages.',
  ),
  list_first: shape.list_first.describe('How many of what fires a message lists.'),
  repeat_minutes: shape.repeat_minutes.describe(
    'After how long a message is repeated while something fires; null for never.',
  ),
  recovery: shape.recovery.describe('Whether to tell that something works again.'),
  silenced_until: shape.silenced_until.describe(
    'Until when nothing is sent; null if it is not silenced.',
  ),
};

const email = list(z.email().max(254), 10).describe(
  'Addresses to which e-mails are sent; only if the installation has a mail server.',
);
const slack = receiverUrl.describe(
  'The address of a Slack-compatible incoming webhook. It is a secret: answers show its origin.',
);
const webhook = receiverUrl.describe('Where messages are posted, signed as Standard Webhooks.');

export const newAlert = z
  .strictObject({
    name: settings.name,
    condition: settings.condition,
    email: email.default([]),
    webhook: webhook.optional(),
    slack: slack.optional(),
    group_seconds: settings.group_seconds.default(60),
    list_first: settings.list_first.default(10),
    repeat_minutes: settings.repeat_minutes.default(null),
    recovery: settings.recovery.default(true),
    silenced_until: settings.silenced_until.default(null),
  })
  .meta({
    id: 'NewAlert',
    example: {
      name: 'Customers are offline',
      condition: { kind: 'client_error', minutes: 15 },
      email: ['support@app.example'],
      repeat_minutes: 240,
    },
  });

export const alertPatch = z
  .strictObject({
    ...z.object(settings).partial().shape,
    condition: settings.condition
      .optional()
      .describe('Replaces the condition; what fires is notified anew.'),
    email: email.optional(),
    webhook: webhook.nullable().optional(),
    rotate_secret: z
      .boolean()
      .default(false)
      .describe('Makes a new secret of the webhook; both sign for a day.'),
    slack: slack.nullable().optional(),
  })
  .meta({ id: 'AlertPatch', example: { silenced_until: '2026-12-01T08:00:00Z' } });

export const alertResource = alertRule
  .extend({
    ...settings,
    id: z.string(),
    href: z.url(),
    secret: z
      .string()
      .optional()
      .describe('Signs the messages to the webhook. Shown only when it is new.'),
    firing: alertRule.shape.firing.describe('How many items fire, up to 1,000.'),
  })
  .meta({ id: 'Alert' });

export const alertWithState = alertResource
  .extend({
    fires: z
      .array(alertFiring.extend({ href: z.url().optional() }))
      .describe('What fires now, the longest first; at most 100.'),
    messages: z.array(alertMessage).describe('The latest messages, newest first; at most 20.'),
  })
  .meta({ id: 'AlertWithState' });

export const alertTest = z.array(alertTestResult).meta({ id: 'AlertTest' });

export const alertToJson = (rule: AlertRule, hrefs: Hrefs): z.output<typeof alertResource> => ({
  ...rule,
  id: `urn:uuid:${rule.id}`,
  href: hrefs.alert(rule.id),
});

export const alertWithStateToJson = (
  { fires, messages, ...rule }: AlertRuleWithState,
  hrefs: Hrefs,
): z.output<typeof alertWithState> => ({
  ...alertToJson(rule, hrefs),
  fires: fires.map((one) => ({ ...one, href: hrefOf(one, hrefs) })),
  messages,
});

function hrefOf(
  { kind, id }: AlertRuleWithState['fires'][number],
  hrefs: Hrefs,
): string | undefined {
  switch (kind) {
    case 'client':
    case 'instance':
    case 'thing':
    case 'subscription':
      return hrefs[kind](id);
    default:
      return undefined;
  }
}

/** Replaces the ids in a condition by those that services know. */
export function withBareCondition(condition: AlertCondition, forms: IdForms): AlertCondition {
  const bare = { ...condition };
  if ('instance' in bare && bare.instance !== undefined) {
    bare.instance = forms.resource(bare.instance);
  }
  if ('client' in bare && bare.client !== undefined) bare.client = forms.resource(bare.client);
  if ('things' in bare && bare.things) bare.things = bare.things.map((id) => forms.resource(id));
  if ('subject' in bare && bare.subject !== undefined) {
    bare.subject = requireSubject(forms, bare.subject, '/condition/subject');
  }
  return bare;
}
