import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

const health = {
  tag: 'Health',
  access: 'public',
  unlimited: true,
  method: 'get',
  status: 200,
  answer: z.object({ status: z.literal('ok') }),
} as const;

export const healthOperations: Operation[] = [
  operation({
    ...health,
    path: '/health/live',
    summary: 'Whether the gateway runs',
    async handle() {
      return { body: { status: 'ok' as const } };
    },
  }),
  operation({
    ...health,
    path: '/health/ready',
    summary: 'Whether every service answers',
    async handle({ units, connectors }) {
      const checks = {
        'units-service': units('health.check', {}),
        'connector-runtime': connectors('health.check', {}),
      };
      const outcomes = await Promise.allSettled(Object.values(checks));
      const unavailable = Object.keys(checks).filter(
        (_name, index) => outcomes[index]!.status === 'rejected',
      );
      if (unavailable.length > 0) {
        throw new Problem('unavailable', `Not answering: ${unavailable.join(', ')}.`);
      }
      return { body: { status: 'ok' as const } };
    },
  }),
];
