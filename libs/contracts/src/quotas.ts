import { z } from 'zod';
import { defineCalls } from './contract.js';
import { Problem } from './problems.js';
import { plainText } from './text.js';

/** A quota: what it counts, for whom, and which service enforces it. */
export interface QuotaRow {
  /** The enforcing service, by the queue of its contract. */
  service: 'units' | 'connectors';
  /** Whether the quota is that of an account, of a unit or of a connector client. */
  per: 'developer' | 'unit' | 'client';
  /** The counted resources, as `docs/configuration.md` and problems name them. */
  counts: string;
  variable: string;
  default: number;
}

/** Every quota by its name in `GET /limits`. */
export const quotas = {
  units: {
    service: 'units',
    per: 'developer',
    counts: 'units',
    variable: 'UNITS_PER_DEVELOPER',
    default: 5_000_000,
  },
  things: {
    service: 'units',
    per: 'developer',
    counts: 'things',
    variable: 'THINGS_PER_DEVELOPER',
    default: 5_000_000,
  },
  scenes: {
    service: 'units',
    per: 'developer',
    counts: 'scenes',
    variable: 'SCENES_PER_DEVELOPER',
    default: 10_000,
  },
  history_values: {
    service: 'units',
    per: 'developer',
    counts: 'values stored in the history of one day',
    variable: 'HISTORY_VALUES_PER_DEVELOPER',
    default: 10_000_000,
  },
  unit_properties: {
    service: 'units',
    per: 'unit',
    counts: 'properties',
    variable: 'PROPERTIES_PER_UNIT',
    default: 10_000,
  },
  unit_bytes: {
    service: 'units',
    per: 'unit',
    counts: 'bytes of property names and values',
    variable: 'PROPERTY_BYTES_PER_UNIT',
    default: 16 * 1024 * 1024,
  },
  connector_instances: {
    service: 'connectors',
    per: 'developer',
    counts: 'connector instances',
    variable: 'INSTANCES_PER_DEVELOPER',
    default: 100,
  },
  connector_types: {
    service: 'connectors',
    per: 'developer',
    counts: 'own connector types',
    variable: 'CONNECTOR_TYPES_PER_DEVELOPER',
    default: 50,
  },
  connector_clients: {
    service: 'connectors',
    per: 'developer',
    counts: 'connector clients',
    variable: 'CLIENTS_PER_DEVELOPER',
    default: 1_000_000,
  },
  client_things: {
    service: 'connectors',
    per: 'client',
    counts: 'things found at once',
    variable: 'THINGS_PER_CLIENT',
    default: 10_000,
  },
  pending_interactions: {
    service: 'connectors',
    per: 'developer',
    counts: 'pending interactions',
    variable: 'PENDING_INTERACTIONS_PER_DEVELOPER',
    default: 10_000,
  },
  client_pending_interactions: {
    service: 'connectors',
    per: 'client',
    counts: 'pending interactions',
    variable: 'PENDING_INTERACTIONS_PER_CLIENT',
    default: 50,
  },
  callbacks: {
    service: 'connectors',
    per: 'developer',
    counts: 'callbacks of apps',
    variable: 'CALLBACKS_PER_DEVELOPER',
    default: 1_000,
  },
  subscriptions: {
    service: 'connectors',
    per: 'developer',
    counts: 'subscriptions',
    variable: 'SUBSCRIPTIONS_PER_DEVELOPER',
    default: 100,
  },
  alert_rules: {
    service: 'connectors',
    per: 'developer',
    counts: 'alert rules',
    variable: 'ALERT_RULES_PER_DEVELOPER',
    default: 100,
  },
  agents: {
    service: 'connectors',
    per: 'developer',
    counts: 'agents in homes',
    variable: 'AGENTS_PER_DEVELOPER',
    default: 1_000_000,
  },
  apps: {
    service: 'connectors',
    per: 'developer',
    counts: 'apps',
    variable: 'APPS_PER_DEVELOPER',
    default: 100,
  },
} as const satisfies Record<string, QuotaRow>;

type Quotas = typeof quotas;
export type QuotaName = keyof Quotas;
type QuotaService = QuotaRow['service'];

type QuotaOf<Service extends QuotaService> = {
  [Name in QuotaName]: Quotas[Name]['service'] extends Service ? Name : never;
}[QuotaName];

/** The configured limits of the quotas of a service. */
export type QuotaLimits<Service extends QuotaService> = Record<QuotaOf<Service>, number>;

type QuotaVariable<Service extends QuotaService> = Quotas[QuotaOf<Service>]['variable'];

const rowsOf = (service: QuotaService): [QuotaName, QuotaRow][] =>
  (Object.entries(quotas) as [QuotaName, QuotaRow][]).filter(([, row]) => row.service === service);

/** Returns the variables that configure the quotas of a service. */
export function quotaVariables<Service extends QuotaService>(service: Service) {
  const variables = rowsOf(service).map(([, { variable, counts, per, ...row }]) => [
    variable,
    { default: row.default, description: `Maximum ${counts} per ${per}.` },
  ]);
  return Object.fromEntries(variables) as Record<
    QuotaVariable<Service>,
    { default: number; description: string }
  >;
}

/** Reads the limits of the quotas of a service from its configuration. */
export function readQuotaLimits<Service extends QuotaService>(
  service: Service,
  configuration: Record<QuotaVariable<Service>, number>,
): QuotaLimits<Service> {
  const given: Record<string, number> = configuration;
  return Object.fromEntries(
    rowsOf(service).map(([name, { variable }]) => [name, given[variable]]),
  ) as QuotaLimits<Service>;
}

export interface QuotaState {
  limit: number;
  used: number;
}

/** Creates the problem of a request that exceeds a quota; `pointer` names the member that does. */
export function quotaExceeded(
  name: QuotaName,
  { limit, used }: QuotaState,
  pointer?: string,
): Problem {
  const { counts, per } = quotas[name];
  const detail = `The quota \`${name}\` has no room: ${used} of ${limit} ${counts} of the ${per} are in use.`;
  return new Problem('quota_exceeded', detail, {
    quota: { name, limit, used },
    ...(pointer !== undefined && { errors: [{ pointer, detail }] }),
  });
}

export const quota = z.object({
  name: z.enum(Object.keys(quotas) as [QuotaName, ...QuotaName[]]),
  limit: z.number().int(),
  /** The amount in use; absent for the quotas of single units and connector clients. */
  used: z.number().int().optional(),
});
export type Quota = z.infer<typeof quota>;

/** The call that every service with quotas answers. */
export const quotaCalls = defineCalls({
  'quotas.read': {
    input: z.object({ developer: plainText }),
    output: z.array(quota),
  },
});
