import { Problem, serviceHealth } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest } from '../operation.js';

const health = { tag: 'Health', access: { scope: 'public' }, limits: { unlimited: true } } as const;

const isOk = z.object({ status: z.literal('ok') }).meta({ id: 'Ok' });

const serviceStatus = serviceHealth.extend({
  status: z.enum(['ok', 'unavailable']),
  clock_skew_ms: serviceHealth.shape.clock_skew_ms.describe(
    'How far the clock of its machine is ahead of that of the message queue, negative when it is behind. ' +
      'Off by more than a minute, it runs no jobs: polls, deliveries, actions.',
  ),
  purging_paused: serviceHealth.shape.purging_paused.describe(
    'Why nothing that has expired is deleted: the clocks of the service and of the database differ by more ' +
      'than a minute (`clock_skew`), or the time of the database has jumped ahead by more than a day ' +
      '(`clock_jump`). Absent while purging runs.',
  ),
  secrets: serviceHealth.shape.secrets.describe(
    'How far the rotation of `SECRETS_KEYS` is: how many secrets are `left` that another key than ' +
      '`current_key` has encrypted, by key.',
  ),
});

const wholeHealth = z
  .object({ status: z.enum(['ok', 'degraded']), services: z.record(z.string(), serviceStatus) })
  .meta({ id: 'Health' });

export const healthOperations: Operation[] = [
  operation.get('/health', {
    ...health,
    id: 'getHealth',
    summary: 'Retrieve the health of all services',
    description:
      '`degraded` when a service does not answer or cannot do its work; the operations of the others still work.',
    answer: { status: 200, body: wholeHealth, unversioned: 'a measurement of this moment' },
    async handle({ queue, units, connectors, accounts }) {
      const [gateway, unitsService, connectorRuntime, accountsService] = await Promise.all(
        [
          readQueue(queue),
          units('health.check', {}),
          connectors('health.check', {}),
          accounts('health.check', {}),
        ].map(statusOf),
      );
      const services = {
        'api-gateway': gateway!,
        'units-service': unitsService!,
        'connector-runtime': connectorRuntime!,
        'accounts-service': accountsService!,
      };
      const isWhole = Object.values(services).every(({ status }) => status === 'ok');
      return { body: { status: isWhole ? ('ok' as const) : ('degraded' as const), services } };
    },
  }),
  operation.get('/health/live', {
    ...health,
    id: 'checkLiveness',
    summary: 'Check whether the gateway runs',
    description: 'Does not check any of its dependencies.',
    answer: { status: 200, body: isOk, unversioned: 'a measurement of this moment' },
    async handle() {
      return { body: { status: 'ok' as const } };
    },
  }),
  operation.get('/health/ready', {
    ...health,
    id: 'checkReadiness',
    summary: 'Check whether the gateway can serve requests',
    description: 'It needs the message queue, and no particular service behind it.',
    answer: { status: 200, body: isOk, unversioned: 'a measurement of this moment' },
    async handle({ queue }) {
      await readQueue(queue);
      return { body: { status: 'ok' as const } };
    },
  }),
];

type Queue = OperationRequest['queue'];

async function readQueue({ check, clock }: Queue): Promise<z.output<typeof serviceHealth>> {
  await check().catch(() => {
    throw new Problem('unavailable', 'The message queue does not answer.');
  });
  return { clock_skew_ms: Math.round(clock.skewMs()) };
}

const statusOf = (
  answer: Promise<z.output<typeof serviceHealth>>,
): Promise<z.output<typeof serviceStatus>> =>
  answer.then(
    (known) => ({ status: 'ok', ...known }),
    () => ({ status: 'unavailable' }),
  );
