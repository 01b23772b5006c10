import type { Schedule } from '@trellis/messaging';
import { z } from 'zod';

/** The key prefix of the product's queues. */
export const namespace = 'trellis';

export type AnySchedule = Schedule<{ client: string }>;

const data = z.object({ client: z.string() });

/** The polls of connector-runtime. */
export const pollSchedule: AnySchedule = { queue: 'polls', data };

/** Jobs of the same shape that do nothing. */
export const floorSchedule: AnySchedule = { queue: 'bench-floor', data };
