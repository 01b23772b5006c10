import { operation, type Operation } from '../context/operation.js';
import { limitsResource, limitsToJson } from './quotas-resource.js';

export const limitOperations: Operation[] = [
  operation.get('/api/v1/limits', {
    tag: 'Limits',
    id: 'getLimits',
    summary: 'Retrieve limits',
    description: 'The quotas of the account, and how much of each is in use.',
    access: { scope: 'svc.units.read' },
    answer: { status: 200, body: limitsResource },
    async handle({ units, connectors, caller: { developer } }) {
      const found = await Promise.all([
        units('quotas.read', { developer }),
        connectors('quotas.read', { developer }),
      ]);
      return { body: limitsToJson(found.flat()) };
    },
  }),
];
