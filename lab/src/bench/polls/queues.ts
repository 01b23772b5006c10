import type { Schedule } from '@trellis/messaging';
import { z } from 'zod';

/** Where the queues of the product are. */
export const namespace = 'trellis';

export type AnySchedule = Schedule<{ client: string }>;

const data = z.object({ client: z.string() });

/** The schedule of connector-runtime's polls. */
export const pollSchedule: AnySchedule = { queue: 'polls', data };

/** The same jobs with nothing to do. */
export const floorSchedule: AnySchedule = { queue: 'bench-put-off', data };
