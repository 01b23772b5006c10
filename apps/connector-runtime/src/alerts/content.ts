import { alertCondition, type AlertCondition, type AlertTargetKind } from '@trellis/contracts';
import { z } from 'zod';

const item = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  since: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type AlertItem = z.infer<typeof item>;

/** The content of a message, as it is stored: it stays the same however often the message is sent. */
export const alertContent = z.object({
  kind: z.enum(['fires', 'still_fires', 'recovered', 'test']),
  rule: z.object({ id: z.string(), name: z.string() }),
  condition: alertCondition,
  at: z.iso.datetime(),
  /** How many items the message is about, and the first of them. */
  count: z.number().int(),
  items: z.array(item),
  /** How many items of the rule fire now. */
  firing: z.number().int(),
});
export type AlertContent = z.infer<typeof alertContent>;

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

const minutes = (count: number) =>
  count > 0 && count % 60 === 0 ? counted(count / 60, 'hour') : counted(count, 'minute');

/** Returns the sentence of a condition. */
export function describeCondition(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'client_error':
      return condition.minutes === 0
        ? 'A connector client fails'
        : `A connector client has been failing for ${minutes(condition.minutes)}`;
    case 'clients_failing':
      return `More than ${condition.percent} % of the clients of a connector instance fail`;
    case 'deliveries_failing':
      return condition.minutes === 0
        ? 'Messages are not accepted'
        : `Messages have not been accepted for ${minutes(condition.minutes)}`;
    case 'thing_unavailable':
      return condition.hours === 0
        ? 'A thing is unavailable'
        : `A thing has been unavailable for ${counted(condition.hours, 'hour')}`;
    case 'thing_silent':
      return `A device has said nothing for ${minutes(condition.minutes)}`;
    case 'battery_low':
      return `A battery is below ${condition.percent} %`;
    case 'quota_used':
      return `More than ${condition.percent} % of a quota is used`;
    case 'authorization_ends':
      return `An authorization ends within ${counted(condition.days, 'day')}`;
    case 'agent_offline':
      return condition.minutes === 0
        ? 'An agent is not connected'
        : `An agent has not been connected for ${minutes(condition.minutes)}`;
  }
}

const subjects: Record<AlertCondition['kind'], [string, string]> = {
  client_error: ['client fails', 'clients fail'],
  clients_failing: [
    'connector instance has failing clients',
    'connector instances have failing clients',
  ],
  deliveries_failing: ['receiver does not accept messages', 'receivers do not accept messages'],
  thing_unavailable: ['thing is unavailable', 'things are unavailable'],
  thing_silent: ['device is silent', 'devices are silent'],
  battery_low: ['battery is low', 'batteries are low'],
  quota_used: ['quota is nearly used up', 'quotas are nearly used up'],
  authorization_ends: ['authorization ends', 'authorizations end'],
  agent_offline: ['agent is not connected', 'agents are not connected'],
};

const recovered: Record<AlertCondition['kind'], [string, string]> = {
  client_error: ['client works again', 'clients work again'],
  clients_failing: ['connector instance works again', 'connector instances work again'],
  deliveries_failing: ['receiver accepts messages again', 'receivers accept messages again'],
  thing_unavailable: ['thing is back', 'things are back'],
  thing_silent: ['device is heard again', 'devices are heard again'],
  battery_low: ['battery is no longer low', 'batteries are no longer low'],
  quota_used: ['quota has room again', 'quotas have room again'],
  authorization_ends: ['authorization no longer ends soon', 'authorizations no longer end soon'],
  agent_offline: ['agent is connected again', 'agents are connected again'],
};

/** Returns the one line that says it all. */
export function headlineOf({ kind, condition, count }: AlertContent): string {
  if (kind === 'test') return 'This is a test message';
  const [one, many] = (kind === 'recovered' ? recovered : subjects)[condition.kind];
  const what = `${count} ${count === 1 ? one : many}`;
  return kind === 'still_fires' ? `Still: ${what}` : what;
}

/** Returns how many items a message leaves out. */
export const leftOut = ({ count, items }: AlertContent): number => count - items.length;

const pages: Partial<Record<AlertTargetKind, string>> = {
  client: 'clients',
  agent: 'agents',
  thing: 'things',
};

/** Returns the page of the console about an item, if there is a public address and such a page. */
export function pageOf(base: string | undefined, { kind, id }: AlertItem): string | undefined {
  const page = (pages as Record<string, string | undefined>)[kind];
  if (base === undefined || page === undefined) return undefined;
  return `${base}/console/${page}/${encodeURIComponent(id)}`;
}

/** Writes an instant as people read it: to the minute, in UTC. */
export const toMinute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
