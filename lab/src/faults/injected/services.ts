import type { ServiceName } from '@trellis/testing';
import type { Fault } from './fault.js';

const services: ServiceName[] = ['units-service', 'connector-runtime', 'api-gateway'];
const ofGateway = (service: ServiceName) => ({ silencesGateway: service === 'api-gateway' });

const killed = (service: ServiceName): Fault => ({
  name: `${service} killed`,
  ...ofGateway(service),
  async begin(system) {
    system.services[service].kill('SIGKILL');
    return async () => undefined;
  },
});

const stopped = (service: ServiceName): Fault => ({
  name: `${service} stopped`,
  ...ofGateway(service),
  async begin(system) {
    system.services[service].kill('SIGSTOP');
    return async () => system.services[service].kill('SIGCONT');
  },
});

const offsetsMs = [-90_000, -20_000, 20_000, 90_000];

const withWrongClock = (service: ServiceName): Fault => ({
  name: `${service} with another time`,
  async begin(system, random) {
    system.services[service].setClock(random.pick(offsetsMs));
    return async () => system.services[service].setClock(0);
  },
});

export const serviceFaults: Fault[] = services.flatMap((service) => [
  killed(service),
  stopped(service),
  withWrongClock(service),
]);
