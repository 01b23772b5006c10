import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

const health = {
  tag: 'Health',
  access: 'public',
  unlimited: true,
  method: 'get',
  status: 200,
} as const;
const answer = z.object({ status: z.literal('ok') });

/** A service that takes longer than this to say that it is well is not (ms). */
const deadline = 2_000;

export const healthOperations: Operation[] = [
  operation({
    ...health,
    path: '/health/live',
    summary: 'Whether the gateway runs',
    answer,
    async handle() {
      return { body: { status: 'ok' } };
    },
  }),
  operation({
    ...health,
    path: '/health/ready',
    summary: 'Whether every service answers',
    answer,
    async handle({ units, connectors }) {
      const checks = {
        'units-service': units('health.check', {}, { deadline }),
        'connector-runtime': connectors('health.check', {}, { deadline }),
      };
      const outcomes = await Promise.allSettled(Object.values(checks));
      const away = Object.keys(checks).filter(
        (_name, index) => outcomes[index]!.status === 'rejected',
      );
      if (away.length > 0) {
        throw new Problem('unavailable', `Not answering: ${away.join(', ')}.`);
      }
      return { body: { status: 'ok' } };
    },
  }),
];
