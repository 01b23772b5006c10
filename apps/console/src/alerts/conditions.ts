import type { Condition } from '../api/alerts.js';
import { counted } from '../components/format.js';

type Kind = Condition['kind'];

/** A number of a condition, with the label of its field and its usual value. */
interface NumberField {
  name: 'minutes' | 'hours' | 'days' | 'percent';
  label: string;
  usual: number;
  min: number;
  max: number;
}

const percent = (label: string, usual: number): NumberField => ({
  name: 'percent',
  label,
  usual,
  min: 0,
  max: 100,
});
const minutes = (label: string, usual: number, min = 0): NumberField => ({
  name: 'minutes',
  label,
  usual,
  min,
  max: 43_200,
});

/** A resource to which a condition can be limited. */
export type Limit = 'instance' | 'client';

interface KindOfCondition {
  label: string;
  fields: NumberField[];
  limits?: readonly Limit[];
}

/** The kinds of conditions, in the order of the form, with their numbers. */
export const kinds: Record<Kind, KindOfCondition> = {
  client_error: {
    label: 'A client fails',
    fields: [minutes('For at least (minutes)', 15)],
    limits: ['instance', 'client'],
  },
  clients_failing: {
    label: 'Many clients of a connector fail',
    fields: [percent('More than (%)', 10), minutes('For at least (minutes)', 5)],
    limits: ['instance'],
  },
  deliveries_failing: {
    label: 'Messages are not accepted',
    fields: [minutes('For at least (minutes)', 15)],
  },
  thing_unavailable: {
    label: 'A thing is unavailable',
    fields: [{ name: 'hours', label: 'For at least (hours)', usual: 6, min: 0, max: 8_760 }],
    limits: ['client'],
  },
  thing_silent: {
    label: 'A device says nothing',
    fields: [minutes('For at least (minutes)', 120, 2)],
    limits: ['client'],
  },
  battery_low: {
    label: 'A battery is low',
    fields: [percent('Below (%)', 15)],
    limits: ['client'],
  },
  quota_used: { label: 'A quota is nearly used up', fields: [percent('More than (%)', 80)] },
  authorization_ends: {
    label: 'An authorization ends',
    fields: [{ name: 'days', label: 'Within (days)', usual: 7, min: 0, max: 365 }],
  },
  agent_offline: {
    label: 'An agent is not connected',
    fields: [minutes('For at least (minutes)', 60)],
  },
};

/** Returns for how long, or nothing if it fires at once. */
function forMinutes(count: number): string {
  if (count === 0) return '';
  return ` for ${count % 60 === 0 ? counted(count / 60, 'hour') : counted(count, 'minute')}`;
}

/** Returns a condition as a short sentence. */
export function describeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'client_error':
      return `A client fails${forMinutes(condition.minutes)}`;
    case 'clients_failing':
      return `More than ${condition.percent} % of the clients of a connector fail`;
    case 'deliveries_failing':
      return `Messages are not accepted${forMinutes(condition.minutes)}`;
    case 'thing_unavailable':
      return `A thing is unavailable for ${counted(condition.hours, 'hour')}`;
    case 'thing_silent':
      return `A device says nothing${forMinutes(condition.minutes)}`;
    case 'battery_low':
      return `A battery is below ${condition.percent} %`;
    case 'quota_used':
      return `More than ${condition.percent} % of a quota is used`;
    case 'authorization_ends':
      return `An authorization ends within ${counted(condition.days, 'day')}`;
    case 'agent_offline':
      return `An agent is not connected${forMinutes(condition.minutes)}`;
  }
}

/** Returns the limits of a condition that are set. */
export const limitsOf = (condition: Condition): Partial<Record<Limit, string>> => ({
  ...('instance' in condition && condition.instance && { instance: condition.instance }),
  ...('client' in condition && condition.client && { client: condition.client }),
});

/** Reads the condition of a form. What the form does not show stays as it is. */
export function conditionOf(entered: FormData, before: Condition | undefined): Condition {
  const kind = String(entered.get('kind')) as Kind;
  const { fields, limits = [] } = kinds[kind];
  const numbers = fields.map(({ name }) => [name, Number(entered.get(name))] as const);
  const ids = limits.map((name) => [name, String(entered.get(name) ?? '') || undefined] as const);
  const former = before?.kind === kind ? before : {};
  return { ...former, kind, ...Object.fromEntries([...numbers, ...ids]) } as Condition;
}
