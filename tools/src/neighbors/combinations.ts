import type { Builds } from './installation.js';

/** A set of services that callers may meet during a rollout. */
export interface Combination {
  name: string;
  builds: Builds;
}

/** Which build each service has. */
const of = (gateway: string, units: string, runtime: string): Builds => ({
  'units-service': units,
  'connector-runtime': runtime,
  'api-gateway': gateway,
});

export const before = (previous: string): Combination => ({
  name: 'previous services',
  builds: of(previous, previous, previous),
});

/** All after that, on the present schemas. Each replaces one service of the one before. */
export const all = (previous: string, present: string): Combination[] => [
  {
    name: 'previous services with the present schemas',
    builds: of(previous, previous, previous),
  },
  { name: 'present gateway', builds: of(present, previous, previous) },
  { name: 'present gateway and units-service', builds: of(present, present, previous) },
  { name: 'present units-service', builds: of(previous, present, previous) },
  { name: 'present units-service and connector-runtime', builds: of(previous, present, present) },
  { name: 'present services', builds: of(present, present, present) },
  { name: 'present gateway and connector-runtime', builds: of(present, previous, present) },
  { name: 'present connector-runtime', builds: of(previous, previous, present) },
];

/** The two in which every call of the gateway crosses from one release to the other. */
export const acrossTheGateway = (previous: string, present: string): Combination[] =>
  all(previous, present).filter(({ name }) =>
    ['present gateway', 'present units-service and connector-runtime'].includes(name),
  );
