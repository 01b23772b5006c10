import { z } from 'zod';
import { list } from '../bounded.js';
import { quotas, type QuotaName } from '../quotas.js';
import { longText } from '../text.js';

/** The most things that a condition names. */
const maxNamedThings = 100;

const dayMinutes = 24 * 60;

/** The maximum length of an id in any form (characters). */
const id = longText.max(4_096);

const forMinutes = (description: string) =>
  z
    .number()
    .int()
    .min(0)
    .max(30 * dayMinutes)
    .meta({ description });

const percent = (description: string) => z.number().min(0).max(100).meta({ description });

const ofThings = {
  things: list(id, maxNamedThings).optional().meta({ description: 'Only these things.' }),
  subject: id.optional().meta({ description: 'Only things in the list of this subject.' }),
  client: id.optional().meta({ description: 'Only things that this connector client made.' }),
};

const instance = id.optional().meta({ description: 'Only clients of this connector instance.' });

const accountQuotas = Object.entries(quotas).flatMap(([name, { per }]) =>
  per === 'developer' ? [name as QuotaName] : [],
);

/** When a rule fires. Each kind names what it is about, and from which extent or duration on. */
export const alertCondition = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('client_error'),
      minutes: forMinutes('How long the client has been failing.'),
      instance,
      client: id.optional().meta({ description: 'Only this connector client.' }),
    })
    .meta({ title: 'A connector client is in `ERROR`' }),
  z
    .strictObject({
      kind: z.literal('clients_failing'),
      percent: percent('More than this share of the clients of an instance fails.'),
      minutes: forMinutes('Only clients that have been failing this long count.').default(0),
      instance,
    })
    .meta({ title: 'Many clients of a connector instance fail' }),
  z
    .strictObject({
      kind: z.literal('deliveries_failing'),
      minutes: forMinutes('How long messages have not been accepted.'),
    })
    .meta({ title: 'Messages to a callback or a subscription are not accepted' }),
  z
    .strictObject({
      kind: z.literal('thing_unavailable'),
      hours: z.number().min(0).max(8_760).meta({ description: 'How long it has been away.' }),
      ...ofThings,
    })
    .meta({ title: 'A thing is unavailable' }),
  z
    .strictObject({
      kind: z.literal('thing_silent'),
      minutes: z
        .number()
        .int()
        .min(2)
        .max(365 * dayMinutes)
        .meta({ description: 'How long nothing was heard of it, not even an unchanged value.' }),
      ...ofThings,
    })
    .meta({ title: 'A device has said nothing' }),
  z
    .strictObject({
      kind: z.literal('battery_low'),
      percent: percent('`battery` is below this, or `battery_low` is true.'),
      ...ofThings,
    })
    .meta({ title: 'A battery is low' }),
  z
    .strictObject({
      kind: z.literal('quota_used'),
      percent: percent('More than this share is used.'),
      quota: z.enum(accountQuotas as [QuotaName, ...QuotaName[]]).optional(),
    })
    .meta({ title: 'A quota is nearly used up' }),
  z
    .strictObject({
      kind: z.literal('authorization_ends'),
      days: z.number().min(0).max(365).meta({ description: 'It ends within this time.' }),
    })
    .meta({ title: 'The authorization of a client ends and cannot be renewed' }),
  z
    .strictObject({
      kind: z.literal('agent_offline'),
      minutes: forMinutes('How long the agent has not been connected.'),
      subject: id.optional().meta({ description: 'Only agents of this subject.' }),
    })
    .meta({ title: 'An agent is not connected' }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;
export type AlertKind = AlertCondition['kind'];

/** The kinds of conditions about things, which units-service evaluates. */
export const thingAlertKinds = ['thing_unavailable', 'thing_silent', 'battery_low'] as const;
