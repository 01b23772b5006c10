import { createDeadline, requestTimeoutMs, type Deadline } from './deadline.js';
import type { Operation } from './operation.js';
import type { Services } from './services.js';

/** The deadline of a request that begins now; that of a stream is when its caller ends it. */
export function deadlineOf(
  { input, answer: { events, lines }, limits }: Operation,
  header: (name: string) => string | undefined,
): Deadline {
  const isStream = events !== undefined || lines !== undefined || input?.lines !== undefined;
  return createDeadline(isStream ? Infinity : (limits?.timeoutMs?.(header) ?? requestTimeoutMs));
}

/** The services with calls that end with the request, however many of them follow each other. */
export const callWithin = ({ remainingMs }: Deadline, services: Services): Services => ({
  ...services,
  units: (name, input) => services.units(name, input, { withinMs: remainingMs() }),
  connectors: (name, input) => services.connectors(name, input, { withinMs: remainingMs() }),
});
