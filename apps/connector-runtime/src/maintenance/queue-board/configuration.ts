import { commonConfiguration, wholeNumber } from '@trellis/platform';
import { z } from 'zod';

export const queueBoardConfiguration = commonConfiguration
  .pick({ REDIS_URL: true, NODE_ENV: true, LOG_LEVEL: true })
  .extend({
    QUEUE_BOARD_PORT: wholeNumber(0, 65_535).default(3001).describe('Port of the board.'),
    QUEUE_BOARD_USER: z
      .string()
      .min(1)
      .default('operator')
      .describe('User name of operators (HTTP Basic).'),
    QUEUE_BOARD_PASSWORD: z
      .string()
      .min(16, 'must have at least 16 characters')
      .describe('Password of operators, at least 16 characters.'),
    QUEUE_BOARD_MODE: z
      .enum(['read-only', 'read-write'])
      .default('read-only')
      .describe(
        '`read-write` allows to retry, run and remove jobs, and to pause and resume queues.',
      ),
  })
  .refine(({ REDIS_URL }) => REDIS_URL !== undefined, {
    path: ['REDIS_URL'],
    message: 'must be set: queues in PostgreSQL are not shown',
  });
