import { commonConfiguration, wholeNumber } from '@trellis/platform';
import { z } from 'zod';

/** The configuration of the program that shows the queues. */
export const queueBoardConfiguration = commonConfiguration
  .pick({ REDIS_URL: true, NODE_ENV: true, LOG_LEVEL: true })
  .extend({
    QUEUE_BOARD_PORT: wholeNumber(0, 65_535)
      .default(3001)
      .describe('Port of the pages that show the queues.'),
    QUEUE_BOARD_USER: z
      .string()
      .min(1)
      .default('operator')
      .describe('Name with which operators log in (HTTP Basic).'),
    QUEUE_BOARD_PASSWORD: z
      .string()
      .min(16, 'must have at least 16 characters')
      .describe('Password with which operators log in, at least 16 characters.'),
    QUEUE_BOARD_MODE: z
      .enum(['read-only', 'read-write'])
      .default('read-only')
      .describe(
        'With `read-write`, jobs can be retried, run now and removed, and queues paused and resumed.',
      ),
  })
  .refine(({ REDIS_URL }) => REDIS_URL !== undefined, {
    path: ['REDIS_URL'],
    message: 'must be set: queues in PostgreSQL are not shown',
  });
