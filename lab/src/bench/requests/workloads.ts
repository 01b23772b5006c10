import type { LoadRequest } from '../load.js';
import { property, type Seed } from './seed.js';

export interface Workload {
  name: string;
  /** Whether the floor supports it. */
  hasFloor: boolean;
  requestsOf(seed: Seed): () => LoadRequest;
}

const get = (name: string, pathOf: (seed: Seed, n: number) => string): Workload => ({
  name,
  hasFloor: true,
  requestsOf(seed) {
    let n = 0;
    return () => ({ method: 'GET', path: pathOf(seed, n++) });
  },
});

const at = (ids: string[], n: number) => ids[n % ids.length]!;

export const workloads: Workload[] = [
  get('`GET /units/<id>`', ({ units }, n) => `/units/${at(units, n)}`),
  get('`GET /units?limit=50`', () => '/units?limit=50'),
  get(
    '`GET /units/<id>/properties/<name>`',
    ({ units }, n) => `/units/${at(units, n)}/properties/${property.name}`,
  ),
  get('`GET /things/<id>`', ({ things }, n) => `/things/${at(things, n)}`),
  {
    name: '`POST /units` with a property',
    hasFloor: true,
    requestsOf() {
      let n = 0;
      return () => {
        const body = { name: `New room ${n++}`, type: 'room', properties: [property] };
        return { method: 'POST', path: '/units', body };
      };
    },
  },
  {
    name: '`POST /units/<id>/parents`',
    hasFloor: true,
    /** Each request links another pair. */
    requestsOf({ children, parents }) {
      let n = 0;
      return () => {
        const pair = n++;
        if (pair >= children.length * parents.length) throw new Error('All pairs are linked.');
        const parent = parents[Math.floor(pair / children.length)];
        return {
          method: 'POST',
          path: `/units/${at(children, pair)}/parents`,
          body: { id: parent },
        };
      };
    },
  },
  { ...get('`GET /connectors/descriptions`', () => '/connectors/descriptions'), hasFloor: false },
];
